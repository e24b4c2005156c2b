export { IsByteLength } from './byte-length.decorator.js';
export { IfPresent } from './if-present.decorator.js';
export { isPlainText, IsPlainText } from './plain-text.decorator.js';
export { IsInstant } from './instant.decorator.js';
