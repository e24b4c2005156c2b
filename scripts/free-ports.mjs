// Ports for what is started beside other things, tests first of all: found free now, opened by a child some seconds later.
import { createServer } from 'node:net';
import process from 'node:process';

/**
 * Below the range from which systems number connections that go out (from 32768 on Linux, 49152 elsewhere): a port of that range can be taken by
 * any connection to anywhere between being found and being opened, and a busy machine does take one now and then.
 */
const FIRST = 20_000;
const COUNT = 12_000;
/** Each process begins elsewhere, so that processes which look at the same time do not find the same ones. */
const STRIDE = 24;

let next = (process.pid * STRIDE) % COUNT;

export async function freePort() {
  return freePortRange(1);
}

/** The first of `count` neighbouring ports, all of which are free. No process is given a port twice before it has had all. */
export async function freePortRange(count) {
  for (let tried = 0; tried < COUNT; tried += count) {
    if (next + count > COUNT) next = 0;
    const first = FIRST + next;
    next += count;
    if (await areFree(first, count)) return first;
  }
  throw new Error(`no ${count} neighbouring ports from ${FIRST} to ${FIRST + COUNT - 1} are free`);
}

async function areFree(first, count) {
  const held = [];
  try {
    while (held.length < count) held.push(await listenOn(first + held.length));
    return true;
  } catch {
    return false;
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

function listenOn(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
