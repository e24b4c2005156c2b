import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { aHandlersConfig, aJobContext, InMemoryProjectSecrets } from '../../../test/support/handlers.js';
import { loadConfig } from '../../platform/config/index.js';
import { HandlerRegistry } from './handler.registry.js';
import { HandlersConfig } from './handlers.config.js';
import { HandlersModule } from './handlers.module.js';
import { ProjectSecrets } from './project-secrets.js';

@Module({ providers: [{ provide: ProjectSecrets, useClass: InMemoryProjectSecrets }], exports: [ProjectSecrets] })
class SecretsModule {}

async function boot(...modules: string[]): Promise<HandlerRegistry> {
  const handlers = await HandlersModule.register({ modules, config: aHandlersConfig(), imports: [SecretsModule] });
  const app = await Test.createTestingModule({ imports: [handlers] }).compile();
  await app.init();
  return app.get(HandlerRegistry);
}

const fixture = (name: string) => `test/fixtures/handlers/${name}.handler.ts`;
const BUILT_IN = ['fail', 'http_request', 'noop', 'send_email', 'sleep'];

describe('HANDLER_MODULES', () => {
  it.each([
    ['a path from the working directory', fixture('greet')],
    ['a path that begins with a dot', `./${fixture('greet')}`],
    ['an absolute path', resolve(fixture('greet'))],
    ['a file URL', pathToFileURL(resolve(fixture('greet'))).href],
  ])('%s is loaded, with its single handlers and its Nest modules', async (_what, name) => {
    const registry = await boot(name);
    expect(registry.names()).toEqual([...BUILT_IN, 'greet', 'tell_time'].sort());
    expect(await registry.find('greet')?.handle({ name: 'Ada' }, aJobContext())).toBe('Hello Ada');
    expect(await registry.find('tell_time')?.handle({ name: 'Ada' }, aJobContext())).toBe('Ada, it is noon');
  });

  it('one module named twice is loaded once', async () => {
    expect((await boot(fixture('greet'), fixture('greet'))).names()).toContain('greet');
  });

  it('every module that cannot be loaded is named, with the reason', async () => {
    const names = ['./nowhere.js', 'no-such-package-of-handlers', fixture('broken'), fixture('empty')];
    const message = await boot(...names).then(
      () => '',
      (error: Error) => error.message,
    );
    for (const name of names) expect(message).toContain(`module "${name}"`);
    expect(message).toContain('licence file is missing');
    expect(message).toContain('exports no class with @JobHandler');
  });

  it('a package is found by its name', async () => {
    await expect(boot('class-transformer')).rejects.toThrow(
      'module "class-transformer" exports no class with @JobHandler',
    );
  });

  it('the name of a built-in handler is taken', async () => {
    await expect(boot(fixture('same-name'))).rejects.toThrow('the name "noop" is taken by');
  });
});

describe('the settings of the handlers', () => {
  it('have defaults that reach nothing but public addresses', () => {
    expect(loadConfig(HandlersConfig, {})).toMatchObject({
      httpHandlerAllowlist: [],
      httpHandlerMaxResponseBytes: 65_536,
      httpHandlerTimeoutMs: 30_000,
      httpHandlerMaxTimeoutMs: 300_000,
      smtpUrl: undefined,
      smtpFrom: undefined,
      smtpTimeoutMs: 60_000,
      handlerModules: [],
    });
  });

  it('are read from the environment', () => {
    const env = {
      HTTP_HANDLER_ALLOWLIST: '127.0.0.1:8080, [::1]:9000',
      HANDLER_MODULES: './a.js,@acme/handlers',
      SMTP_URL: 'smtps://user:pa%20ss@mail.example.com:465',
      SMTP_FROM: 'Rota <rota@example.com>',
    };
    expect(loadConfig(HandlersConfig, env)).toMatchObject({
      httpHandlerAllowlist: ['127.0.0.1:8080', '[::1]:9000'],
      handlerModules: ['./a.js', '@acme/handlers'],
      smtpUrl: 'smtps://user:pa%20ss@mail.example.com:465',
      smtpFrom: 'Rota <rota@example.com>',
    });
    expect(loadConfig(HandlersConfig, { SMTP_URL: 'smtp://127.0.0.1:2525' }).smtpUrl).toBe('smtp://127.0.0.1:2525');
  });

  it.each([
    ['HTTP_HANDLER_ALLOWLIST', '127.0.0.1'],
    ['HTTP_HANDLER_ALLOWLIST', 'ok.internal:80,*:80'],
    ['HTTP_HANDLER_MAX_RESPONSE_BYTES', '999999999'],
    ['HTTP_HANDLER_TIMEOUT_MS', '0'],
    ['HTTP_HANDLER_TIMEOUT_MS', '400000'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['SMTP_FROM', 'nobody'],
  ])('%s=%s stops the boot', (name, value) => {
    expect(() => loadConfig(HandlersConfig, { [name]: value })).toThrow(name);
  });
});
