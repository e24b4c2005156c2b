/** One rule for everything that Rota writes by itself (errors, results, logs), so that no text can break a batch. */
export { cleanText } from './clean-characters.js';
export { cleanJson, type CleanJsonLimits } from './clean-json.js';
export { describeError, type ErrorDescription } from './describe-error.js';
