import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { HandlerRegistry, HandlersConfig, HandlersModule } from '../modules/handlers/index.js';
import { ConfigModule, loadConfig } from '../platform/config/index.js';
import { type Command, EXIT } from './command.js';
import { table } from './output.js';
import { NoSecretsModule } from './project-context.js';

/** What HANDLER_MODULES brings and what is built in, loaded and checked as the api and the workers do it. Needs no database. */
export const listHandlers: Command = async ({ env, output }) => {
  const { handlerModules } = loadConfig(HandlersConfig, env);
  const handlers = await HandlersModule.register({ modules: handlerModules, imports: [NoSecretsModule] });
  @Module({})
  class HandlersRoot {}
  const app = await NestFactory.createApplicationContext(
    { module: HandlersRoot, imports: [ConfigModule.register([HandlersConfig], env), handlers] },
    { logger: false, abortOnError: false },
  );
  try {
    const registry = app.get(HandlerRegistry, { strict: false });
    const lacks = new Map(registry.lacking().map(({ name, lack }) => [name, lack]));
    const found = registry
      .describe()
      .map(({ name, description }) => ({ name, description, lacks: lacks.get(name) ?? null }));
    const rows = found.map((one) => [one.name, one.description + (one.lacks === null ? '' : ` (lacks ${one.lacks})`)]);
    output.say({ handlers: found }, table(rows));
    return EXIT.done;
  } finally {
    await app.close();
  }
};
