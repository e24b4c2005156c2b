import { Controller, Get, Module, ServiceUnavailableException } from '@nestjs/common';
import { createHttpApp } from '../http/index.js';
import { Log } from './log.js';
import { LoggingModule } from './logging.module.js';

@Controller('things')
class ThingsController {
  @Get()
  list(): object {
    return { data: [] };
  }

  @Get('broken')
  broken(): object {
    throw new ServiceUnavailableException();
  }
}

async function linesOf(level: string, requests: readonly string[]): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const log = new Log({ level, destination: { write: (line: string) => void lines.push(line) } });

  @Module({ controllers: [ThingsController], imports: [LoggingModule.register(log)] })
  class ThingsModule {}

  const app = await createHttpApp(ThingsModule, { logger: false });
  await app.init();
  for (const url of requests) {
    await app.inject({
      method: 'GET',
      url,
      headers: { 'x-request-id': 'from-the-caller', authorization: 'Bearer planted' },
    });
  }
  await app.close();
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the line of a request', () => {
  it('tells method, path, status, time and the id that the caller got, and nothing that may be a secret', async () => {
    const lines = await linesOf('debug', ['/api/v1/things?token=planted']);
    expect(lines).toEqual([
      {
        level: 'debug',
        time: expect.any(String),
        reqId: 'from-the-caller',
        req: { method: 'GET', path: '/api/v1/things' },
        res: { statusCode: 200 },
        responseTime: expect.any(Number),
        msg: 'request completed',
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('planted');
  });

  it('is as loud as its answer: debug for what went well, info for what was refused, error for what failed', async () => {
    const lines = await linesOf('debug', ['/api/v1/things', '/api/v1/nothing', '/api/v1/things/broken']);
    const told = lines.filter(({ req }) => req !== undefined).map(({ level, res, msg }) => [level, res, msg]);
    expect(told).toEqual([
      ['debug', { statusCode: 200 }, 'request completed'],
      ['info', { statusCode: 404 }, 'request completed'],
      ['error', { statusCode: 503 }, 'request errored'],
    ]);
    expect(await linesOf('info', ['/api/v1/things'])).toEqual([]);
  });
});
