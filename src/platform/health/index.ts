export { Health, type Readiness, type ReadinessCheck } from './health.js';
export { OperationsServer } from './operations-server.js';
