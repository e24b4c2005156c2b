import { Log } from './log.js';
import { NestLog } from './nest-log.js';

describe('NestLog', () => {
  const lines: string[] = [];
  const logger = new NestLog(new Log({ level: 'debug', destination: { write: (line) => void lines.push(line) } }));
  const last = (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;

  it.each(['warn', 'error'] as const)(
    'writes the fields of an entry at %s beside its words, and masks secrets in them',
    (level) => {
      logger[level]({ msg: 'request failed', status: 500, nested: { password: 'planted' } }, 'Http');
      expect(last()).toMatchObject({
        level,
        context: 'Http',
        msg: 'request failed',
        status: 500,
        nested: { password: '[redacted]' },
      });
    },
  );

  it('writes an error with its stack, and text as it is', () => {
    logger.error(new Error('broken'), 'Somewhere');
    expect(last()).toMatchObject({ context: 'Somewhere', msg: 'Error: broken', err: { message: 'broken' } });
    logger.warn('plain', 'Somewhere');
    expect(last()).toMatchObject({ context: 'Somewhere', msg: 'plain' });
  });
});
