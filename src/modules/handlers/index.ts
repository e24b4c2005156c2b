/**
 * Handlers: what jobs can run. Also the entry point for handler packages (`rota/handlers`).
 */
export { NonRetryableError, RetryAfterError } from '../../kernel/handler-errors.js';
export { HandlerRegistry } from './handler.registry.js';
export type { HandlerDescription, PayloadCheck } from './handler.registry.js';
export { HandlersConfig } from './handlers.config.js';
export { HandlerBootError } from './handlers.errors.js';
export { HandlersController } from './handlers.controller.js';
export { HandlersModule } from './handlers.module.js';
export type { HandlersModuleOptions } from './handlers.module.js';
export { assertAllowlistForProduction } from './http-request/allowlist.js';
export type { JobContext, JobHandlerContract } from './job-handler.contract.js';
export { JobHandler } from './job-handler.decorator.js';
export type { JobHandlerOptions } from './job-handler.decorator.js';
export type { PayloadFault } from './payload-validator.js';
export { ProjectSecrets } from './project-secrets.js';
