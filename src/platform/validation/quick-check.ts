import { getMetadataStorage, type MetadataStorage, ValidationTypes } from 'class-validator';

type Metadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];
type Rule = (object: object, value: unknown) => boolean;

interface Property {
  readonly name: string;
  /** All must hold, or the property is not looked at. */
  readonly conditions: readonly Rule[];
  readonly rules: readonly Rule[];
  readonly isNested: boolean;
}

interface Plan {
  readonly names: ReadonlySet<string>;
  readonly properties: readonly Property[];
}

/** Undefined: the class has rules that only class-validator itself can judge. */
const plans = new WeakMap<object, { readonly plan: Plan | undefined }>();

/**
 * Would class-validator find nothing at fault in this instance of a decorated class? The same rules, gathered once per class instead of
 * once per object, and without an error object per field. `false` means: ask class-validator, which also has the words; a rule that
 * answers later, or belongs to a group, is always left to it.
 */
export function isSurelyValid(instance: object, options: { readonly forbidsUnknown: boolean }): boolean {
  try {
    return holds(instance, options.forbidsUnknown);
  } catch {
    return false;
  }
}

function holds(instance: object, forbidsUnknown: boolean): boolean {
  const plan = planOf(instance.constructor);
  if (plan === undefined) return false;
  if (forbidsUnknown) for (const name of Object.keys(instance)) if (!plan.names.has(name)) return false;
  for (const { name, conditions, rules, isNested } of plan.properties) {
    const value = (instance as Record<string, unknown>)[name];
    if (!conditions.every((condition) => condition(instance, value))) continue;
    for (const rule of rules) if (!rule(instance, value)) return false;
    if (isNested && value !== undefined && !nestedHolds(value, forbidsUnknown)) return false;
  }
  return true;
}

function nestedHolds(value: unknown, forbidsUnknown: boolean): boolean {
  if (Array.isArray(value)) return value.every((item) => item === undefined || nestedHolds(item, forbidsUnknown));
  if (value instanceof Set || value instanceof Map) return false;
  return value instanceof Object && holds(value, forbidsUnknown);
}

function planOf(type: object): Plan | undefined {
  const known = plans.get(type);
  if (known !== undefined) return known.plan;
  const plan = makePlan(type);
  plans.set(type, { plan });
  return plan;
}

function makePlan(type: object): Plan | undefined {
  const storage = getMetadataStorage();
  const all = storage.getTargetValidationMetadatas(type as never, '', false, false);
  if (!all.every(isPlain)) return undefined;
  const properties = Object.entries(storage.groupByPropertyName(all)).map(([name, metadatas]): Property => {
    const of = (kind: string): Metadata[] => metadatas.filter((metadata) => metadata.type === kind);
    return {
      name,
      conditions: of(ValidationTypes.CONDITIONAL_VALIDATION).map(({ constraints }) => constraints?.[0] as Rule),
      rules: [...of(ValidationTypes.IS_DEFINED), ...of(ValidationTypes.CUSTOM_VALIDATION)].flatMap(rulesOf),
      isNested: of(ValidationTypes.NESTED_VALIDATION).length > 0,
    };
  });
  return { names: new Set(properties.map(({ name }) => name)), properties };
}

const PLAIN_KINDS: readonly string[] = [
  ValidationTypes.CONDITIONAL_VALIDATION,
  ValidationTypes.CUSTOM_VALIDATION,
  ValidationTypes.IS_DEFINED,
  ValidationTypes.NESTED_VALIDATION,
  ValidationTypes.WHITELIST,
];

function isPlain(metadata: Metadata): boolean {
  if (!PLAIN_KINDS.includes(metadata.type) || metadata.groups?.length > 0) return false;
  return metadata.validateIf === undefined && constraintsOf(metadata).every(({ async }) => !async);
}

function constraintsOf(metadata: Metadata): ReturnType<MetadataStorage['getTargetValidatorConstraints']> {
  return metadata.constraintCls === undefined
    ? []
    : getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
}

function rulesOf(metadata: Metadata): Rule[] {
  const { propertyName: property, constraints, each } = metadata;
  return constraintsOf(metadata).map(({ instance }): Rule => {
    return (object, value) => {
      const argument = { targetName: object.constructor.name, property, object, value, constraints };
      if (!each || !Array.isArray(value)) {
        if (each && (value instanceof Set || value instanceof Map)) return false;
        return instance.validate(value, argument) === true;
      }
      return value.every((item) => instance.validate(item, argument) === true);
    };
  });
}
