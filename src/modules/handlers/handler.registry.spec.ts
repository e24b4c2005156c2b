import { Injectable, Module, Scope } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type as TypeOf } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { aHandlersConfig, InMemoryProjectSecrets } from '../../../test/support/handlers.js';
import { HandlerRegistry } from './handler.registry.js';
import { HandlersModule } from './handlers.module.js';
import { JobHandler } from './job-handler.decorator.js';
import { ProjectSecrets } from './project-secrets.js';

class Line {
  @IsString()
  text: string;
}

class Payload {
  @IsInt()
  count: number;

  @IsOptional()
  @ValidateNested({ each: true })
  @TypeOf(() => Line)
  lines?: Line[];
}

const options = { description: 'Counts.', payload: Payload, example: { count: 1, lines: [{ text: 'x' }] } };

@JobHandler('count', options)
class CountHandler {
  handle(): Promise<null> {
    return Promise.resolve(null);
  }
}

function aHandler(name: string, more: object = {}): Type<unknown> {
  class Handler {
    handle(): Promise<null> {
      return Promise.resolve(null);
    }
  }
  JobHandler(name, { ...options, ...more })(Handler);
  return Handler;
}

async function boot(...providers: Type<unknown>[]): Promise<HandlerRegistry> {
  const app = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [HandlerRegistry, ...providers],
  }).compile();
  await app.init();
  return app.get(HandlerRegistry);
}

describe('the set of handlers', () => {
  it('holds every marked provider under its name and nothing else', async () => {
    @Injectable()
    class Other {}
    const registry = await boot(CountHandler, Other);
    expect(registry.names()).toEqual(['count']);
    expect(registry.find('count')).toBeInstanceOf(CountHandler);
    for (const name of ['other', '', 'Count', 'constructor', '__proto__', 'toString']) {
      expect(registry.find(name)).toBeUndefined();
      expect(registry.has(name)).toBe(false);
    }
  });

  it.each(['', 'Upper', '1st', 'has space', 'a'.repeat(65), 'ünï', 'a/b', '-x', 'a\n'])(
    'the name %j stops the boot',
    async (name) => {
      await expect(boot(aHandler(name))).rejects.toThrow('does not match');
    },
  );

  it.each(['a', 'a_b.c:d-e', 'a'.repeat(64)])('the name %j is taken', async (name) => {
    expect((await boot(aHandler(name))).names()).toEqual([name]);
  });

  it('a name that comes twice stops the boot and both classes are named', async () => {
    class CountAgain extends CountHandler {}
    JobHandler('count', options)(CountAgain);
    await expect(boot(CountHandler, CountAgain)).rejects.toThrow(
      /CountAgain: the name "count" is taken by CountHandler/,
    );
  });

  it('a subclass is no handler unless it says so, and an alias is no second one', async () => {
    class Derived extends CountHandler {}
    const app = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [HandlerRegistry, CountHandler, Derived, { provide: 'ALIAS', useExisting: CountHandler }],
    }).compile();
    await app.init();
    expect(app.get(HandlerRegistry).names()).toEqual(['count']);
  });

  it('every fault of every handler is listed at once', async () => {
    const faulty = [
      aHandler('no-payload', { payload: undefined }),
      aHandler('no-description', { description: ' ' }),
      aHandler('bad-example', { example: { count: 'x', more: 1 } }),
      aHandler('no-example', { example: undefined }),
    ];
    const error = await boot(...faulty).then(
      () => '',
      (thrown: Error) => thrown.message,
    );
    expect(error).toContain('names no payload class');
    expect(error).toContain('has no description');
    expect(error).toContain('the example is refused at /payload/count');
    expect(error).toContain('the example is refused at /payload/more');
    expect(error).toContain('the example is refused at /payload: payload must be a JSON object');
  });

  it('a class without handle() and one that is made per request stop the boot', async () => {
    class Idle {}
    JobHandler('idle', options)(Idle as never);
    await expect(boot(Idle)).rejects.toThrow('Idle: has no handle()');
    const PerJob = aHandler('per-job');
    Injectable({ scope: Scope.TRANSIENT })(PerJob);
    await expect(boot(PerJob)).rejects.toThrow('must be a singleton');
  });

  it('a nested list without a class stops the boot: its elements would go unchecked', async () => {
    class Untyped {
      @ValidateNested({ each: true })
      lines: Line[];
    }
    await expect(boot(aHandler('untyped', { payload: Untyped }))).rejects.toThrow(
      'Untyped.lines has @ValidateNested() but no class',
    );
  });
});

describe('a handler that lacks something here', () => {
  const lackingBoot = async (): Promise<HandlerRegistry> => {
    const Mute = aHandler('mute');
    Object.assign(Mute.prototype as object, { lacks: () => 'VOICE_URL' });
    return boot(CountHandler, Mute);
  };

  it('is known and described, and its payloads are checked', async () => {
    const registry = await lackingBoot();
    expect(registry.names()).toEqual(['count', 'mute']);
    expect(registry.describe().map(({ name }) => name)).toEqual(['count', 'mute']);
    expect(registry.validate('mute', { count: 1 }).ok).toBe(true);
  });

  it('is not offered and not found, and what it lacks is told', async () => {
    const registry = await lackingBoot();
    expect(registry.offered()).toEqual(['count']);
    expect(registry.find('mute')).toBeUndefined();
    expect(registry.lacking()).toEqual([{ name: 'mute', lack: 'VOICE_URL' }]);
  });
});

describe('what the registry tells', () => {
  it('a description with a schema that takes the example and refuses what the rules refuse', async () => {
    const [description] = (await boot(CountHandler)).describe();
    expect(description).toMatchObject({ name: 'count', description: 'Counts.', example: options.example });
    const check = new Ajv2020({ strict: false }).compile(description!.payloadSchema);
    expect(check(description!.example)).toBe(true);
    for (const payload of [
      {},
      { count: 'x' },
      { count: 1, more: 1 },
      { count: 1, lines: [{}] },
      { count: 1, lines: [{ text: 'x', more: 1 }] },
    ]) {
      expect(check(payload)).toBe(false);
    }
  });

  it('a good payload comes back as it was given', async () => {
    const payload = { count: 1 };
    const checked = (await boot(CountHandler)).validate('count', payload);
    expect(checked).toEqual({ ok: true, payload });
    expect(checked.ok && checked.payload).toBe(payload);
  });

  it('an unknown handler is refused at /handler, whatever the payload', async () => {
    const registry = await boot(CountHandler);
    for (const name of ['nobody', '', '__proto__', 'x'.repeat(1_000_000)]) {
      expect(registry.validate(name, null)).toMatchObject({
        ok: false,
        errors: [{ pointer: '/handler', code: 'HANDLER_UNKNOWN' }],
      });
    }
  });

  it('a bad payload is refused with the pointer', async () => {
    const checked = (await boot(CountHandler)).validate('count', { count: 1, lines: [{ text: 'x' }, { text: 2 }] });
    expect(checked).toEqual({
      ok: false,
      errors: [{ pointer: '/payload/lines/1/text', code: 'IS_STRING', detail: 'text must be a string' }],
    });
  });
});

describe('the built-in handlers', () => {
  @Module({ providers: [{ provide: ProjectSecrets, useClass: InMemoryProjectSecrets }], exports: [ProjectSecrets] })
  class SecretsModule {}

  async function builtIns(): Promise<HandlerRegistry> {
    const handlers = await HandlersModule.register({
      modules: [],
      config: aHandlersConfig(),
      imports: [SecretsModule],
    });
    const app = await Test.createTestingModule({ imports: [handlers] }).compile();
    await app.init();
    return app.get(HandlerRegistry);
  }

  it('are these, each with a schema that takes its example', async () => {
    const registry = await builtIns();
    expect(registry.names()).toEqual(['fail', 'http_request', 'noop', 'send_email', 'sleep']);
    for (const { payloadSchema, example, name } of registry.describe()) {
      const check = new Ajv2020({ strict: false, validateFormats: false }).compile(payloadSchema);
      expect([name, check(example), check.errors]).toEqual([name, true, null]);
    }
  });

  it.each([
    ['http_request', { url: 'https://example.com/', body: null, headers: null }, []],
    ['http_request', { url: 'https://example.com/', body: { deep: [1] }, method: 'PUT' }, []],
    ['http_request', {}, ['/payload/url REQUIRED']],
    ['http_request', { url: 'ftp://example.com/' }, ['/payload/url IS_REQUEST_URL']],
    ['http_request', { url: 'https://u:p@example.com/' }, ['/payload/url IS_REQUEST_URL']],
    ['http_request', { url: `https://example.com/${'x'.repeat(2048)}` }, ['/payload/url MAX_LENGTH']],
    ['http_request', { url: 'https://example.com/', method: 'TRACE' }, ['/payload/method IS_IN']],
    ['http_request', { url: 'https://example.com/', method: 'GET', body: 'x' }, ['/payload/body IS_BODY_ALLOWED']],
    ['http_request', { url: 'https://example.com/', timeoutMs: 1e9 }, ['/payload/timeoutMs MAX']],
    ['http_request', { url: 'https://example.com/', signed: true }, ['/payload/signed UNKNOWN_PROPERTY']],
    ['http_request', { url: 'https://example.com/', headers: [] }, ['/payload/headers IS_PLAIN_HEADERS']],
    [
      'http_request',
      { url: 'https://example.com/', secretHeaders: { a: 'x y' } },
      ['/payload/secretHeaders IS_SECRET_HEADERS'],
    ],
    [
      'http_request',
      { url: 'https://example.com/', headers: { 'X-A': '1' }, secretHeaders: { 'x-a': 'k' } },
      ['/payload/secretHeaders IS_SECRET_HEADERS'],
    ],
    ['noop', { anything: ['goes'] }, []],
    ['sleep', { durationMs: 1.5 }, ['/payload/durationMs IS_INT']],
    ['fail', { message: 'x', times: -1 }, ['/payload/times MIN']],
    ['send_email', { to: ['a@example.com'], subject: 's', html: '<p>' }, []],
    ['send_email', { to: ['a@example.com'], subject: 's' }, ['/payload/text REQUIRED']],
    ['send_email', { to: [], subject: 's', text: '' }, ['/payload/to ARRAY_MIN_SIZE']],
    ['send_email', { to: ['a@example.com\r\nBcc: b@example.com'], subject: 's', text: '' }, ['/payload/to IS_EMAIL']],
    ['send_email', { to: ['a@example.com'], subject: 's\nBcc: b@example.com', text: '' }, ['/payload/subject MATCHES']],
    [
      'send_email',
      { to: ['a@example.com'], from: 'A\r\nBcc: b@example.com <a@example.com>', subject: 's', text: '' },
      ['/payload/from MATCHES', '/payload/from IS_EMAIL'],
    ],
    [
      'send_email',
      { to: ['a@example.com'], subject: 's', text: '', attachments: [{ path: '/etc/passwd' }] },
      ['/payload/attachments UNKNOWN_PROPERTY'],
    ],
    [
      'send_email',
      { to: ['a@example.com'], subject: 's', text: { path: '/etc/passwd' } },
      ['/payload/text MAX_LENGTH', '/payload/text IS_STRING'],
    ],
  ])('%s with %j: %j', async (name, payload, faults) => {
    const checked = (await builtIns()).validate(name, payload);
    const found = checked.ok ? [] : checked.errors.map(({ pointer, code }) => `${pointer} ${code}`);
    expect(found).toEqual(faults);
  });
});
