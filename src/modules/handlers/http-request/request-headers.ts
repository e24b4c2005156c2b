import { registerDecorator } from 'class-validator';
import type { ValidationArguments } from 'class-validator';

const MAX_HEADERS = 50;
const MAX_NAME_LENGTH = 128;
const MAX_VALUE_LENGTH = 4096;
const MAX_TOTAL_LENGTH = 16_384;

/** RFC 9110, 5.1: a field name is a token. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, 5.5, without obs-text: visible ASCII, with blanks and tabs inside only. */
const FIELD_VALUE = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

/** Framing, routing and hop-by-hop fields (RFC 9110, 7.6.1), and what the sender of the request itself must decide. */
const FORBIDDEN_NAMES = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'trailers',
  'transfer-encoding',
  'upgrade',
]);
const FORBIDDEN_PREFIXES = ['proxy-', 'webhook-'];

/** Fields that exist to carry a credential. As plain headers they would be stored in the payload for every member to read. */
const CREDENTIAL_NAMES = new Set([
  'api-key',
  'authorization',
  'cookie',
  'x-access-token',
  'x-amz-security-token',
  'x-api-key',
  'x-auth-token',
]);

/** Why a header may not be sent, or null. The value is never part of the answer. */
export function headerFault(name: string, value: unknown): string | null {
  if (name.length > MAX_NAME_LENGTH || !TOKEN.test(name))
    return 'a header name is not a token of at most 128 characters';
  const lower = name.toLowerCase();
  if (FORBIDDEN_NAMES.has(lower) || FORBIDDEN_PREFIXES.some((prefix) => lower.startsWith(prefix))) {
    return `the header ${lower} is set by the sender and cannot be given`;
  }
  if (typeof value !== 'string') return `the value of the header ${lower} must be a string`;
  if (value.length > MAX_VALUE_LENGTH)
    return `the value of the header ${lower} is longer than ${MAX_VALUE_LENGTH} characters`;
  if (!FIELD_VALUE.test(value)) return `the value of the header ${lower} holds characters other than visible ASCII`;
  return null;
}

/** Why a set of headers may not be sent, or null. */
export function headersFault(headers: unknown): string | null {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return 'headers must be an object';
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) return `there are more than ${MAX_HEADERS} headers`;
  let totalLength = 0;
  const seen = new Set<string>();
  for (const [name, value] of entries as [string, unknown][]) {
    const fault = headerFault(name, value);
    if (fault) return fault;
    const lower = name.toLowerCase();
    if (seen.has(lower)) return `the header ${lower} is given twice`;
    seen.add(lower);
    totalLength += name.length + (value as string).length;
  }
  return totalLength > MAX_TOTAL_LENGTH ? `the headers together are longer than ${MAX_TOTAL_LENGTH} characters` : null;
}

function plainHeadersFault(headers: unknown): string | null {
  const fault = headersFault(headers);
  if (fault) return fault;
  const credential = Object.keys(headers as object).find((name) => CREDENTIAL_NAMES.has(name.toLowerCase()));
  return credential
    ? `the header ${credential.toLowerCase()} belongs into secretHeaders, by the name of a project secret`
    : null;
}

function secretHeadersFault(secretHeaders: unknown, { object }: ValidationArguments): string | null {
  const fault = headersFault(secretHeaders);
  if (fault) return fault;
  const references = Object.entries(secretHeaders as Record<string, string>);
  if (references.some(([, secretName]) => !SECRET_NAME.test(secretName))) {
    return 'secretHeaders must map header names to names of project secrets';
  }
  const { headers } = object as { headers?: unknown };
  const plain = new Set(Object.keys(typeof headers === 'object' && headers !== null ? headers : {}).map(toLower));
  const twice = references.find(([name]) => plain.has(name.toLowerCase()));
  return twice ? `the header ${twice[0].toLowerCase()} is given in headers too` : null;
}

const SECRET_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;

function toLower(name: string): string {
  return name.toLowerCase();
}

/** class-validator rule: headers that may be sent, none of which is there to carry a credential. */
export function IsPlainHeaders() {
  return ruleFrom('isPlainHeaders', plainHeadersFault);
}

/** class-validator rule: header names, each with the name (never the value) of a project secret. */
export function IsSecretHeaders() {
  return ruleFrom('isSecretHeaders', secretHeadersFault);
}

function ruleFrom(name: string, faultOf: (value: unknown, args: ValidationArguments) => string | null) {
  return (target: object, propertyName: string): void => {
    registerDecorator({
      name,
      target: target.constructor,
      propertyName,
      validator: {
        validate: (value: unknown, args?: ValidationArguments) => faultOf(value, args as ValidationArguments) === null,
        defaultMessage: (args?: ValidationArguments) => faultOf(args?.value, args as ValidationArguments) ?? '',
      },
    });
  };
}
