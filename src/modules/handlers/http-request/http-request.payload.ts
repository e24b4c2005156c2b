import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, registerDecorator, ValidateIf } from 'class-validator';
import type { ValidationArguments } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { IsPlainHeaders, IsSecretHeaders } from './request-headers.js';

const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

const MAX_URL_LENGTH = 2048;
const headerMap = { type: 'object', additionalProperties: { type: 'string' } } as const;

/** Input of `http_request`. Where it may connect is decided when it runs, against the addresses that the host has then. */
export class HttpRequestPayload {
  /** Absolute http or https URL without user name and password, at most 2048 characters. */
  @IsString()
  @MaxLength(MAX_URL_LENGTH)
  @IsRequestUrl()
  @JSONSchema({
    type: 'string',
    format: 'uri',
    description: 'Absolute http or https URL without user name and password',
  })
  url: string;

  /** Default: POST with a body, GET without. */
  @IsOptional()
  @IsIn(HTTP_METHODS)
  @JSONSchema({ type: 'string', enum: [...HTTP_METHODS], description: 'Default: POST with a body, GET without' })
  method?: HttpMethod;

  /** At most 50, 16 KB together. Credentials go into `secretHeaders`. */
  @IsOptional()
  @IsPlainHeaders()
  @JSONSchema({ ...headerMap, description: 'Headers without credentials' })
  headers?: Record<string, string>;

  /** A string is sent as it is, any other JSON value as JSON. Null and absent: no body. */
  @ValidateIf(isGiven)
  @IsBodyAllowed()
  @JSONSchema((schema) => {
    const { type: _anyType, ...rest } = schema;
    return { ...rest, description: 'A string is sent as it is, any other JSON value as JSON; null: no body' };
  })
  body?: unknown;

  /** Milliseconds for everything, name resolution and reading the body included. Cut to the installation's limit. */
  @IsOptional()
  @IsInt()
  @Min(100)
  @Max(900_000)
  @JSONSchema({ type: 'integer', description: 'Milliseconds for the whole exchange, redirects included' })
  timeoutMs?: number;

  /** Header name → name of a project secret, which is the whole value of the header. */
  @IsOptional()
  @IsSecretHeaders()
  @JSONSchema({ ...headerMap, description: 'Header name → name of the project secret that is its value' })
  secretHeaders?: Record<string, string>;
}

function isGiven(_payload: object, value: unknown): boolean {
  return value !== undefined && value !== null;
}

function IsRequestUrl() {
  return (target: object, propertyName: string): void => {
    registerDecorator({
      name: 'isRequestUrl',
      target: target.constructor,
      propertyName,
      validator: {
        validate: (value: unknown) => {
          const url = typeof value === 'string' ? URL.parse(value) : null;
          if (!url || !/^https?:$/.test(url.protocol)) return false;
          return url.username === '' && url.password === '';
        },
        defaultMessage: () => `${propertyName} must be an absolute http or https URL without user name and password`,
      },
    });
  };
}

function IsBodyAllowed() {
  return (target: object, propertyName: string): void => {
    registerDecorator({
      name: 'isBodyAllowed',
      target: target.constructor,
      propertyName,
      validator: {
        validate: (_value: unknown, args?: ValidationArguments) => {
          const { method } = (args?.object ?? {}) as HttpRequestPayload;
          return method !== 'GET' && method !== 'HEAD';
        },
        defaultMessage: () => 'GET and HEAD requests have no body',
      },
    });
  };
}
