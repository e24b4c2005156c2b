export { ConfigModule } from './config.module.js';
export {
  type ConfigClass,
  ConfigError,
  type Environment,
  loadConfig,
  loadConfigs,
  type SelfCheckingConfig,
} from './config-loader.js';
export { Env, type EnvFieldOfProperty, envFieldsOf } from './env.decorator.js';
export { readEnvironment } from './environment.js';
export {
  ApiConfig,
  DatabaseConfig,
  EncryptionConfig,
  ProcessConfig,
  type Role,
  ROLES,
  SecretsConfig,
} from './platform.config.js';
export { TracingConfig } from './tracing.config.js';
