export { Batcher, type BatcherOptions, type ItemOutcome } from './batcher.js';
export { Database, type DatabaseOptions, type Session } from './database.js';
export { DatabaseModule } from './database.module.js';
export { AppDatabase, ControlDatabase, HotDatabase } from './databases.js';
export { Listener } from './listener.js';
export { Notifier } from './notifier.js';
export { Migrator, type SchemaState, schemaState } from './migrator.js';
export { constraintOf, isConnectionError, isContentionError, isDataError, sqlStateOf } from './pg-errors.js';
export { loadSql, type Statement } from './sql-loader.js';
