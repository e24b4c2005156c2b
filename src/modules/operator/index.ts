/** Operator: the one role above organizations, for what is shared: workers with hosts, limits, the mode of sign-up. */
export { OperatorModule } from './operator.module.js';
