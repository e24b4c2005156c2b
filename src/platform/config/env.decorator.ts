import 'reflect-metadata';

export interface EnvField {
  /** The variable, stable once released. */
  readonly name: string;
  /** Effect and unit, for `.env.example` and the table in the docs. */
  readonly doc: string;
  /** Used when the variable is absent or empty; a field without one is required. */
  readonly default?: string | number | boolean | readonly string[] | null;
  /** Values never appear in logs, faults or docs. */
  readonly secret?: boolean;
}

export interface EnvFieldOfProperty extends EnvField {
  readonly property: string;
  readonly type: unknown;
}

const FIELDS = Symbol('rota:env-fields');

/** Binds a property of a config class to an environment variable. The property's own type decides how the text is read. */
export function Env(name: string, options: Omit<EnvField, 'name'>): PropertyDecorator {
  return (target, property) => {
    const type: unknown = Reflect.getMetadata('design:type', target, property);
    const fields = envFieldsOf(target.constructor);
    Reflect.defineMetadata(
      FIELDS,
      [...fields, { ...options, name, property: String(property), type }],
      target.constructor,
    );
  };
}

export function envFieldsOf(configClass: object): readonly EnvFieldOfProperty[] {
  return (Reflect.getMetadata(FIELDS, configClass) as EnvFieldOfProperty[] | undefined) ?? [];
}
