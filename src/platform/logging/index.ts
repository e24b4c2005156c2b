export { Log } from './log.js';
export { LoggingModule } from './logging.module.js';
export { NestLog } from './nest-log.js';
export { redact } from './redact.js';
