import { validateSync } from 'class-validator';
import { type EnvFieldOfProperty, envFieldsOf } from './env.decorator.js';

export type Environment = Readonly<Record<string, string | undefined>>;
export type ConfigClass<T extends object = object> = new () => T;

/** A config class may add rules that span fields: one sentence per fault, naming variables, never values. */
export interface SelfCheckingConfig {
  check(): string[];
}

/** All faults of the configuration at once, by variable name and rule; a value is never part of the message. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration was refused:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads each class from the environment, validates all of them, and throws one {@link ConfigError} with every fault. */
export function loadConfigs(classes: readonly ConfigClass[], env: Environment): Map<ConfigClass, object> {
  const faults: string[] = [];
  const configs = new Map<ConfigClass, object>();
  for (const configClass of classes) {
    const config = readConfig(configClass, env, faults);
    if (config) configs.set(configClass, config);
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return configs;
}

export function loadConfig<T extends object>(configClass: ConfigClass<T>, env: Environment): T {
  return loadConfigs([configClass], env).get(configClass) as T;
}

function readConfig(configClass: ConfigClass, env: Environment, faults: string[]): object | undefined {
  const before = faults.length;
  const config = new configClass() as Record<string, unknown>;
  const fields = envFieldsOf(configClass);
  for (const field of fields) {
    const raw = env[field.name]?.trim();
    if (raw === undefined || raw === '') {
      if (field.default === undefined) faults.push(`${field.name} is required: ${field.doc}`);
      else config[field.property] = field.default === null ? undefined : field.default;
      continue;
    }
    const value = coerce(field, raw);
    if (value === undefined) faults.push(`${field.name} must be ${describeType(field)}`);
    else config[field.property] = value;
  }
  if (faults.length > before) return undefined;
  const nameOf = new Map(fields.map((field) => [field.property, field.name]));
  for (const error of validateSync(config, { skipMissingProperties: false })) {
    const rules = Object.values(error.constraints ?? {}).map((rule) => rule.replace(error.property, '').trim());
    faults.push(`${nameOf.get(error.property) ?? error.property} ${rules.join('; ')}`);
  }
  if (faults.length === before && isSelfChecking(config)) faults.push(...config.check());
  return config;
}

function coerce(field: EnvFieldOfProperty, raw: string): unknown {
  switch (field.type) {
    case Number: {
      const value = Number(raw);
      return /^[+-]?\d+(\.\d+)?$/.test(raw) && Number.isFinite(value) ? value : undefined;
    }
    case Boolean:
      return raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? false : undefined;
    case Array:
      return raw
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    default:
      return raw;
  }
}

function describeType(field: EnvFieldOfProperty): string {
  return field.type === Number ? 'a number' : field.type === Boolean ? 'true or false' : 'a text';
}

function isSelfChecking(config: object): config is SelfCheckingConfig {
  return 'check' in config && typeof config.check === 'function';
}
