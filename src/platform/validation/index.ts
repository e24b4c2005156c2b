export { IsByteLength } from './byte-length.decorator.js';
export { IfPresent } from './if-present.decorator.js';
export { isPlainText, IsPlainText } from './plain-text.decorator.js';
export { isSurelyValid } from './quick-check.js';
export { IsInstant } from './instant.decorator.js';
