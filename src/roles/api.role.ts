import { DatabaseConfig, EncryptionConfig, ApiConfig, loadConfig, ProcessConfig, SecretsConfig } from '../platform/config/index.js';
import type { RoleDefinition } from './role.js';
export const apiRole = {} as RoleDefinition;
