import { connect, type AddressInfo, type Socket } from 'node:net';
import { Controller, Get, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { until } from '../../../test/support/until.js';
import { createHttpApp } from './create-http-app.js';

const LARGE = 'x'.repeat(1_000_000);

@Controller('things')
class ThingsController {
  @Get()
  large(): { text: string } {
    return { text: LARGE };
  }

  @Post()
  make(): object {
    return {};
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

let app: NestFastifyApplication;
const sockets: Socket[] = [];
let accepted = 0;

beforeAll(async () => {
  app = await createHttpApp(ThingsModule, {
    requestTimeoutMs: 400,
    keepAliveTimeoutMs: 200,
    connectionTimeoutMs: 600,
    logger: false,
  });
  app.getHttpServer().on('connection', () => (accepted += 1));
  await app.listen(0, '127.0.0.1');
});

afterEach(() => {
  accepted = 0;
  for (const socket of sockets.splice(0)) socket.destroy();
});

afterAll(() => app.close());

const open = (): Socket => {
  const socket = connect((app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  return socket.on('error', () => undefined);
};
const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    app.getHttpServer().getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
const heldThenEnded = async (what: string): Promise<void> => {
  await until(() => accepted > 0, `${what}: is connected`);
  await until(async () => (await connections()) === 0, `${what}: is let go`);
};
/** Sends `text` once and then `drop` again and again: never silent, never done. */
const drip = (text: string, drop: string): void => {
  const socket = open();
  socket.write(text);
  const timer = setInterval(() => socket.write(drop), 50);
  socket.once('close', () => clearInterval(timer));
};

describe('a client that takes its time', () => {
  it('before it says anything is let go', async () => {
    open();
    await heldThenEnded('a silent socket');
  });

  it('with its header fields is let go, however busy it looks', async () => {
    drip('GET /api/v1/things HTTP/1.1\r\nHost: x\r\n', 'X-Drop: 1\r\n');
    await heldThenEnded('endless header fields');
  });

  it('with its body is let go, however busy it looks', async () => {
    const head = 'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    drip(`${head}Content-Length: 100000\r\n\r\n"`, 'x');
    await heldThenEnded('a body in drops');
  });

  it('with the chunks of its body is let go, too', async () => {
    const head = 'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    drip(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n"\r\n`, '1\r\nx\r\n');
    await heldThenEnded('a body in chunks of one byte');
  });

  it('between two requests is let go', async () => {
    const socket = open();
    socket.write('POST /api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
    await heldThenEnded('an idle connection');
  });

  it('with an answer that it asked for and does not read is let go', async () => {
    const socket = open();
    socket.pause();
    // More than the buffers of both sockets hold.
    socket.write('GET /api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(30));
    await heldThenEnded('unread answers');
  });
});
