/** Diagnosis: why a job does not run, and what is wrong with an installation. Reads everything, writes nothing. */
export type { CheckResult } from './check.js';
export { examine } from './examination.js';
export { explain, type JobExplanation } from './job-explanation.js';
export { JobStandingReadModel } from './job-standing.read-model.js';
export { readSchemaCatalog, type SchemaCatalog } from './schema-catalog.read-model.js';
