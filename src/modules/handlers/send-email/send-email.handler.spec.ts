import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { NonRetryableError } from '../../../kernel/handler-errors.js';
import { aHandlersConfig, aJobContext } from '../../../../test/support/handlers.js';
import { LoopbackServers } from '../../../../test/support/loopback-servers.js';
import { until } from '../../../../test/support/until.js';
import { SendEmailHandler } from './send-email.handler.js';

interface Received {
  from: string;
  to: string[];
  message: string;
}

const tcpServers = new LoopbackServers();
const smtpServers: SMTPServer[] = [];
afterEach(async () => {
  await tcpServers.closeAll();
  for (const server of smtpServers.splice(0)) await new Promise<void>((resolve) => server.close(resolve));
});

async function smtp(options: SMTPServerOptions = {}): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        received.push({ from, to: rcptTo.map(({ address }) => address), message: Buffer.concat(chunks).toString() });
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  smtpServers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received };
}

function aHandler(smtpUrl: string | undefined, more: object = {}): SendEmailHandler {
  return new SendEmailHandler(aHandlersConfig({ smtpUrl, smtpFrom: 'Rota <rota@example.com>', ...more }));
}

async function failure(work: Promise<unknown>): Promise<Error & { code: string }> {
  return work.then(
    () => Promise.reject(new Error('succeeded')),
    (error: Error & { code: string }) => error,
  );
}

const refuse = (responseCode: number) => Object.assign(new Error('ada@example.com is not welcome'), { responseCode });
const mail = { to: ['ada@example.com'], subject: 'Grüße', text: 'Hello Ada' };

describe('send_email', () => {
  it('delivers to all recipients, hides bcc, and answers with counts and no address', async () => {
    const { url, received } = await smtp();
    const payload = {
      ...mail,
      cc: ['bob@example.com'],
      bcc: ['eve@example.com'],
      replyTo: 'Help <help@example.com>',
      html: '<p>Hello</p>',
    };
    const result = await aHandler(url).handle(payload, aJobContext());
    expect(result).toEqual({
      messageId: '<0198c1f2-0000-7000-8000-000000000001@example.com>',
      acceptedCount: 3,
      rejectedCount: 0,
    });
    expect(received).toHaveLength(1);
    const [{ from, to, message }] = received as [Received];
    expect(from).toBe('rota@example.com');
    expect(to.sort()).toEqual(['ada@example.com', 'bob@example.com', 'eve@example.com']);
    expect(message).toContain('From: Rota <rota@example.com>');
    expect(message).toContain('Reply-To: Help <help@example.com>');
    expect(message).toContain('Hello Ada');
    expect(message).not.toContain('eve@example.com');
  });

  it('has the same Message-ID on every attempt', async () => {
    const { url, received } = await smtp();
    for (const attempt of [1, 2]) await aHandler(url).handle(mail, aJobContext({ attempt, executionSeq: attempt }));
    const ids = received.map(({ message }) => /^Message-ID: (.+)$/im.exec(message)?.[1]?.trim());
    expect(ids).toEqual(Array.from({ length: 2 }, () => '<0198c1f2-0000-7000-8000-000000000001@example.com>'));
  });

  it('takes the sender of the payload before that of the installation', async () => {
    const { url, received } = await smtp();
    const { messageId } = await aHandler(url).handle({ ...mail, from: 'Shop <shop@shop.example>' }, aJobContext());
    expect(received[0]?.from).toBe('shop@shop.example');
    expect(messageId).toMatch(/@shop\.example>$/);
  });

  it('a text that looks like a file or an address of one stays a text', async () => {
    const { url, received } = await smtp();
    const text = 'file:///etc/passwd';
    await aHandler(url).handle({ ...mail, text, html: 'https://127.0.0.1/x' }, aJobContext());
    expect(received[0]?.message).toContain(text);
    // A job that came another way into the table, unchecked.
    const unchecked = { ...mail, text: { path: '/etc/passwd' } as unknown as string };
    await failure(aHandler(url).handle(unchecked, aJobContext()));
    expect(received).toHaveLength(1);
  });

  it('a line break in a header that was never checked begins no header of its own', async () => {
    const { url, received } = await smtp();
    await aHandler(url).handle(
      { ...mail, subject: 'x\r\nX-Evil: 1\r\n\r\nbody', replyTo: 'a@example.com\r\nX-Evil: 2' },
      aJobContext(),
    );
    expect(received[0]?.message).not.toMatch(/^X-Evil:/m);
  });

  it.each([
    ['sender', { onMailFrom: (_address, _session, callback) => callback(refuse(550)) }],
    ['recipient', { onRcptTo: (_address, _session, callback) => callback(refuse(553)) }],
    ['message', { onData: (stream, _session, callback) => stream.resume().on('end', () => callback(refuse(554))) }],
  ] as [string, SMTPServerOptions][])(
    'a 5xx to the %s is final, and the words of the server are not kept',
    async (_what, options) => {
      const { url } = await smtp(options);
      const error = await failure(aHandler(url).handle(mail, aJobContext()));
      expect(error).toBeInstanceOf(NonRetryableError);
      expect(error.code).toMatch(/^SMTP_STATUS_55[034]$/);
      expect(JSON.stringify([error, error.message, error.stack])).not.toContain('ada@example.com');
    },
  );

  it.each([
    ['sender', { onMailFrom: (_address, _session, callback) => callback(refuse(451)) }],
    ['recipient', { onRcptTo: (_address, _session, callback) => callback(refuse(450)) }],
    ['message', { onData: (stream, _session, callback) => stream.resume().on('end', () => callback(refuse(452))) }],
    ['connection', { onConnect: (_session, callback) => callback(refuse(421)) }],
    ['connection, for good', { onConnect: (_session, callback) => callback(refuse(554)) }],
    ['login', { onAuth: (_auth, _session, callback) => callback(refuse(535)), authOptional: false }],
  ] as [string, SMTPServerOptions][])('a refusal of the %s may pass', async (what, options) => {
    const { url } = await smtp({ ...options, allowInsecureAuth: true });
    const smtpUrl = what === 'login' ? url.replace('smtp://', 'smtp://user:s3cr3t@') : url;
    const error = await failure(aHandler(smtpUrl).handle(mail, aJobContext()));
    expect(error).toMatchObject({
      name: 'SendEmailError',
      code: expect.stringMatching(/^SMTP_STATUS_\d{3}$/) as string,
    });
    expect(JSON.stringify([error, error.message, error.stack])).not.toMatch(/s3cr3t|ada@example\.com/);
  });

  it('one bad recipient of two is counted, and the mail is not sent twice', async () => {
    const { url, received } = await smtp({
      onRcptTo: ({ address }, _session, callback) => (address.startsWith('bad') ? callback(refuse(550)) : callback()),
    });
    const result = await aHandler(url).handle({ ...mail, to: ['ada@example.com', 'bad@example.com'] }, aJobContext());
    expect(result).toMatchObject({ acceptedCount: 1, rejectedCount: 1 });
    expect(received).toHaveLength(1);
  });

  it('a server that is not there may come back', async () => {
    const { port } = await tcpServers.tcp(() => undefined);
    await tcpServers.closeAll();
    const error = await failure(aHandler(`smtp://127.0.0.1:${port}`).handle(mail, aJobContext()));
    expect(error).toMatchObject({ name: 'SendEmailError', code: 'SMTP_CONNECTION_FAILED' });
    expect(error.message).not.toContain('127.0.0.1');
  });

  it('a server that never speaks ends at the deadline, and its connection is closed', async () => {
    const server = await tcpServers.tcp((socket) => socket.resume());
    // Nothing else would end it.
    const error = await failure(aHandler(`smtp://${server.entry}`, { smtpTimeoutMs: 300 }).handle(mail, aJobContext()));
    expect(error).toMatchObject({ code: 'SMTP_TIMEOUT' });
    await until(() => server.openConnections() === 0, 'the connection is closed');
  });

  it('an aborted job ends at once', async () => {
    const server = await tcpServers.tcp((socket) => socket.resume());
    const job = new AbortController();
    const work = failure(aHandler(`smtp://${server.entry}`).handle(mail, aJobContext({ signal: job.signal })));
    await until(() => server.connections() === 1, 'the delivery is under way');
    job.abort();
    expect((await work).code).toBe('SMTP_ABORTED');
    await until(() => server.openConnections() === 0, 'the connection is closed');
  });

  it.each([
    [undefined, {}, 'SMTP_NOT_CONFIGURED'],
    ['smtp://127.0.0.1:1', { smtpFrom: undefined }, 'SMTP_NO_SENDER'],
  ])('what the worker lacks is no fault of the mail: it is tried again', async (url, more, code) => {
    const error = await failure(aHandler(url, more).handle(mail, aJobContext()));
    expect(error).not.toBeInstanceOf(NonRetryableError);
    expect(error.code).toBe(code);
  });

  it('says what it lacks without a server', () => {
    expect(aHandler(undefined).lacks()).toBe('SMTP_URL');
    expect(aHandler('smtp://127.0.0.1:1').lacks()).toBeNull();
  });
});
