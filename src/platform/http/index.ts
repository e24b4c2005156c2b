export { createHttpApp, type HttpAppOptions, setDraining } from './create-http-app.js';
export { assertIfMatch, etagOf } from './etag.js';
export { BodyLimit } from './json-body.js';
export { ApiExamples, ApiIdParam, ApiIfMatch } from './openapi.decorators.js';
export { API_KEY_SCHEME, buildOpenApi, type OpenApiOptions, USER_SCHEME } from './openapi.js';
export {
  ApiPage,
  cursorInvalid,
  decodeCursor,
  encodeCursor,
  mapPage,
  MAX_CURSOR_LENGTH,
  type Page,
  pageOf,
  PageQuery,
} from './paging.js';
export { type CatalogueEntry, PROBLEM_CATALOGUE } from './problem-catalogue.js';
export { ApiProblems } from './problem.response.js';
export { ReasonQuery } from './reason.query.js';
export { refusalOf } from './refusal.js';
export { rateLimitFields } from './rate-limit-fields.js';
export { HTTP_METRICS } from './http.metrics.js';
export { parseTraceparent } from './traceparent.js';
export { RequestValidationPipe } from './validation.pipe.js';
