import { createServer } from 'node:net';
import { PORTS } from './options.mjs';

/** @throws Error naming each taken port and how to choose another */
export async function assertPortsFree(ports, { isPostgresEmbedded }) {
  const wanted = Object.entries(PORTS)
    .filter(([name]) => name !== 'postgres' || isPostgresEmbedded)
    .flatMap(([name, { count = 1 }]) => Array.from({ length: count }, (_, index) => [name, ports[name] + index]));
  assertDistinct(wanted);
  const checked = await Promise.all(wanted.map(async ([name, port]) => [name, port, await faultOf(port)]));
  const faults = checked.filter(([, , fault]) => fault);
  if (faults.length === 0) return;
  const lines = faults.map(([name, port, fault]) => `  - ${port} (${PORTS[name].what}) ${fault}: ${advice(name)}`);
  throw new Error(`these ports cannot be used:\n${lines.join('\n')}`);
}

const advice = (name) => `choose another with --${PORTS[name].flag} or ${PORTS[name].variable}`;

function assertDistinct(wanted) {
  const seen = new Map();
  for (const [name, port] of wanted) {
    const other = seen.get(port);
    if (other)
      throw new Error(`port ${port} is wanted twice (${PORTS[other].what}, ${PORTS[name].what}): ${advice(name)}`);
    seen.set(port, name);
  }
}

function faultOf(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) =>
      resolve(error.code === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${error.code})`),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
  });
}
