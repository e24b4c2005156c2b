/**
 * What in `after` breaks clients that were written for `before`, as sentences. Both are OpenAPI 3.1 documents of ours, so what
 * they do not use (callbacks, allOf in bodies, …) is not looked at. A request must still be accepted and a response must still
 * be understood: what is taken in may grow but not shrink, what is given out may grow but not lose anything.
 *
 * Another value in an enum of a response is no break: clients are told to expect values that they do not know.
 */
export function breakingChanges(before, after) {
  const changes = [];
  for (const [route, item] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const where = `${method.toUpperCase()} ${route}`;
      const now = after.paths[route]?.[method];
      if (now === undefined) changes.push(`${where}: removed`);
      else compareOperations(where, operation, now, { before, after, report: (text) => changes.push(text) });
    }
  }
  return [...new Set(changes)];
}

function compareOperations(where, was, is, context) {
  const { report } = context;
  if (was.operationId !== is.operationId) report(`${where}: is called ${is.operationId} and not ${was.operationId}`);
  compareCredentials(where, was, is, context);
  compareParameters(where, was, is, context);
  compareBodies(where, was, is, context);
  compareResponses(where, was, is, context);
}

function compareCredentials(where, was, is, { report }) {
  const schemes = (operation) => (operation.security ?? []).flatMap((one) => Object.keys(one));
  if (schemes(was).length === 0 && schemes(is).length > 0) report(`${where}: asks for credentials`);
  for (const scheme of schemes(was)) {
    if (schemes(is).length > 0 && !schemes(is).includes(scheme)) report(`${where}: takes no ${scheme} credentials`);
  }
}

function compareParameters(where, was, is, context) {
  const { report } = context;
  const keyOf = (parameter) => `${parameter.in} parameter ${parameter.name}`;
  const known = new Map((was.parameters ?? []).map((parameter) => [keyOf(parameter), parameter]));
  const current = new Map((is.parameters ?? []).map((parameter) => [keyOf(parameter), parameter]));
  for (const [key, parameter] of known) {
    const now = current.get(key);
    if (now === undefined) report(`${where}: ${key} removed`);
    else {
      if (now.required === true && parameter.required !== true) report(`${where}: ${key} is required`);
      compareInput(`${where}: ${key}`, parameter.schema, now.schema, context);
    }
  }
  for (const [key, parameter] of current) {
    if (!known.has(key) && parameter.required === true) report(`${where}: ${key} is new and required`);
  }
}

function compareBodies(where, was, is, context) {
  const [old, now] = [was.requestBody, is.requestBody];
  if (old === undefined) {
    if (now?.required === true) context.report(`${where}: asks for a body`);
    return;
  }
  if (now === undefined) {
    context.report(`${where}: takes no body`);
    return;
  }
  if (now.required === true && old.required !== true) context.report(`${where}: the body is required`);
  for (const [media, { schema }] of Object.entries(old.content)) {
    if (now.content[media] === undefined) context.report(`${where}: takes no ${media}`);
    else compareInput(`${where}: body`, schema, now.content[media].schema, context);
  }
}

function compareResponses(where, was, is, context) {
  for (const [status, response] of Object.entries(was.responses)) {
    const now = is.responses[status];
    if (now === undefined) {
      // An error that does not happen any more harms nobody.
      if (status.startsWith('2')) context.report(`${where}: does not answer ${status}`);
      continue;
    }
    for (const [media, { schema }] of Object.entries(response.content ?? {})) {
      const current = now.content?.[media];
      if (current === undefined) context.report(`${where}: ${status} is not given as ${media}`);
      else compareOutput(`${where}: ${status}`, schema, current.schema, context);
    }
  }
}

/** What a client sends: everything that was accepted must be. */
function compareInput(where, wasRef, isRef, context, seen = new Set()) {
  const [was, is, isKnown] = pair(wasRef, isRef, context, seen);
  if (was === undefined) return;
  const { report } = context;
  for (const type of typesOf(was)) if (!accepts(typesOf(is), type)) report(`${where} cannot be ${type}`);
  if (isKnown) return;
  if (is.enum !== undefined) {
    if (was.enum === undefined) report(`${where} is bound to ${is.enum.length} values`);
    for (const value of was.enum ?? [])
      if (!is.enum.includes(value)) report(`${where} cannot be ${JSON.stringify(value)}`);
  }
  for (const keyword of ['minimum', 'minLength', 'minItems']) {
    if ((is[keyword] ?? -Infinity) > (was[keyword] ?? -Infinity)) report(`${where} has ${keyword} ${is[keyword]}`);
  }
  for (const keyword of ['maximum', 'maxLength', 'maxItems']) {
    if ((is[keyword] ?? Infinity) < (was[keyword] ?? Infinity)) report(`${where} has ${keyword} ${is[keyword]}`);
  }
  for (const keyword of ['pattern', 'format']) {
    if (is[keyword] !== undefined && is[keyword] !== was[keyword]) report(`${where} has another ${keyword}`);
  }
  for (const [name, schema] of Object.entries(was.properties ?? {})) {
    const now = is.properties?.[name];
    // Unknown fields are refused, so one that is gone is one that breaks.
    if (now === undefined) report(`${where}/${name} removed`);
    else compareInput(`${where}/${name}`, schema, now, context, seen);
  }
  for (const name of is.required ?? [])
    if (!(was.required ?? []).includes(name)) report(`${where}/${name} is required`);
  if (was.items !== undefined && is.items !== undefined)
    compareInput(`${where}/[]`, was.items, is.items, context, seen);
}

/** What a client reads: everything that it could rely on must be there. */
function compareOutput(where, wasRef, isRef, context, seen = new Set()) {
  const [was, is, isKnown] = pair(wasRef, isRef, context, seen);
  if (was === undefined) return;
  const { report } = context;
  for (const type of typesOf(is)) if (!accepts(typesOf(was), type)) report(`${where} can be ${type}`);
  if (isKnown) return;
  for (const [name, schema] of Object.entries(was.properties ?? {})) {
    const now = is.properties?.[name];
    if (now === undefined) report(`${where}/${name} removed`);
    else compareOutput(`${where}/${name}`, schema, now, context, seen);
  }
  for (const name of was.required ?? []) {
    const isGone = is.properties?.[name] === undefined;
    if (!isGone && !(is.required ?? []).includes(name)) report(`${where}/${name} can be absent`);
  }
  if (was.items !== undefined && is.items !== undefined)
    compareOutput(`${where}/[]`, was.items, is.items, context, seen);
}

/** Both schemas without references, and whether what is in them has been compared already. */
function pair(was, is, { before, after }, seen) {
  if (was === undefined || is === undefined) return [];
  const [one, other] = [resolved(was, before), resolved(is, after)];
  const key = `${referenceIn(was)} ${referenceIn(is)}`;
  const isKnown = seen.has(key);
  if (key !== ' ') seen.add(key);
  return [one, other, isKnown];
}

function referenceIn(schema) {
  return schema.$ref ?? schema.anyOf?.find((one) => one.$ref !== undefined)?.$ref ?? '';
}

/** `anyOf` a schema and null, which is how a nullable reference is written, becomes the schema with null among its types. */
function resolved(schema, document) {
  if (schema.$ref !== undefined) return document.components.schemas[schema.$ref.split('/').at(-1)] ?? {};
  if (schema.anyOf?.length !== 2) return schema;
  const other = schema.anyOf.find((one) => one.type !== 'null');
  if (other === undefined || !schema.anyOf.some((one) => one.type === 'null')) return schema;
  const inner = resolved(other, document);
  return { ...inner, type: [...typesOf(inner), 'null'] };
}

/** No type is any type. */
function typesOf({ type }) {
  return type === undefined ? ['anything'] : [type].flat();
}

function accepts(types, type) {
  return types.includes('anything') || types.includes(type) || (type === 'integer' && types.includes('number'));
}
