export { IsByteLength } from './byte-length.decorator.js';
export { IfPresent } from './if-present.decorator.js';
export { isPlainText, IsPlainText, type PlainTextOptions } from './plain-text.decorator.js';
export { IsInstant } from './instant.decorator.js';
