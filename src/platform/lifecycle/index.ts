export { Loop, type LoopObserver, type LoopOptions, type TickResult } from './loop.js';
export { LOOP_METRICS } from './loop.metrics.js';
export { LoopSupervisor } from './loop-supervisor.js';
export { LifecycleModule, type ProcessServices } from './lifecycle.module.js';
export { Shutdown, type ShutdownPhase } from './shutdown.js';
