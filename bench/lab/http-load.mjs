// A load generator that costs little: it shares two cores with what it measures. Keep-alive connections, one request at a time
// on each, answers read no further than their length.
import net from 'node:net';

/**
 * Sends the same request again and again over `connections` connections until `untilMs` (performance.now): a POST of `body`, or
 * a GET without one. Answers how long each answer took, in milliseconds; all were 2xx.
 */
export async function loadUntil({ port, path, token, body, connections, untilMs }) {
  const head = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
  const content =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  const request = Buffer.from(`${head}${content}\r\n${body ?? ''}`);
  const times = await Promise.all(Array.from({ length: connections }, () => loadOnOne(port, request, untilMs)));
  return times.flat();
}

function loadOnOne(port, request, untilMs) {
  return new Promise((resolve, reject) => {
    const times = [];
    let sentAtMs = 0;
    let pending = Buffer.alloc(0);
    const send = () => {
      sentAtMs = performance.now();
      socket.write(request);
    };
    const socket = net.connect(port, '127.0.0.1', send);
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const length = answerLength(pending);
      if (length === undefined || pending.length < length) return;
      if (pending.toString('latin1', 9, 10) !== '2') {
        socket.destroy();
        reject(new Error(`the server answered: ${pending.toString('utf8').slice(0, 600)}`));
        return;
      }
      pending = pending.subarray(length);
      times.push(performance.now() - sentAtMs);
      if (performance.now() < untilMs) send();
      else {
        socket.end();
        resolve(times);
      }
    });
  });
}

/** Bytes of the first answer in `buffer`, or undefined while its head is incomplete. */
function answerLength(buffer) {
  const end = buffer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = buffer.toString('latin1', 0, end).toLowerCase();
  const length = /\ncontent-length: (\d+)/.exec(head);
  if (!length) throw new Error(`an answer without a length: ${head}`);
  return end + 4 + Number(length[1]);
}
