// A load generator that costs little: it shares two cores with what it measures. Keep-alive connections, one request at a time
// on each, answers read no further than their length.
import net from 'node:net';

/** POSTs the same body again and again over `connections` connections until `untilMs` (performance.now). Answers the number of 2xx. */
export async function postUntil({ port, path, token, body, connections, untilMs }) {
  const request = Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const counts = await Promise.all(Array.from({ length: connections }, () => postOnOne(port, request, untilMs)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function postOnOne(port, request, untilMs) {
  return new Promise((resolve, reject) => {
    let answered = 0;
    let pending = Buffer.alloc(0);
    const socket = net.connect(port, '127.0.0.1', () => socket.write(request));
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
      answered += 1;
      if (performance.now() < untilMs) socket.write(request);
      else {
        socket.end();
        resolve(answered);
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
