export { createHttpApp, type HttpAppOptions, setDraining } from './create-http-app.js';
export { assertIfMatch, etagOf, weakEtagOf } from './etag.js';
export { BodyLimit } from './json-body.js';
export { ApiExamples, ApiIdParam, ApiIfMatch } from './openapi.decorators.js';
export { API_KEY_SCHEME, API_PREFIX, buildOpenApi, type OpenApiOptions, USER_SCHEME } from './openapi.js';
export {
  ApiPage,
  decodeCursor,
  DEFAULT_PAGE_LIMIT,
  encodeCursor,
  mapPage,
  MAX_PAGE_LIMIT,
  type Page,
  PageInfo,
  pageOf,
  PageQuery,
} from './paging.js';
export { type CatalogueEntry, PROBLEM_CATALOGUE } from './problem-catalogue.js';
export { ApiProblems, FieldFaultResponse, ProblemResponse } from './problem.response.js';
export { rateLimitFields } from './rate-limit-fields.js';
export { parseTraceparent } from './traceparent.js';
export { RequestValidationPipe } from './validation.pipe.js';
