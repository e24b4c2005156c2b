export * from './generated/sdk.gen.ts';
export type * from './generated/types.gen.ts';
export { itemsOf } from './items-of.ts';
export { partsOf } from './parts-of.ts';
export { createRotaClient, type RotaClient, type RotaClientOptions } from './rota-client.ts';
export { dataOf, RotaProblem } from './rota-problem.ts';
