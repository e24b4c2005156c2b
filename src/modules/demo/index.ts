/** Demo: data to look at, for `npm start` and `rota seed`. No role runs it. */
export { DemoConfig } from './demo.config.js';
export { DemoModule } from './demo.module.js';
export { type DemoAccess, DemoSeeder } from './demo-seeder.js';
