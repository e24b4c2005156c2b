// What the pages use of curl, for machines that have none: -s -S -i -N -X -H -d -o -w --max-time. Fails on an answer of 400 and above.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const VALUES = { X: 'method', H: 'header', d: 'body', o: 'output', w: 'format' };
const given = { headers: {}, url: '', output: '', format: '', maxTimeSeconds: 60 };

const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word === '--max-time') given.maxTimeSeconds = Number(words.shift());
  else if (word.startsWith('--')) throw new Error(`curl ${word} is not known here`);
  else if (word.startsWith('-')) readFlags(word.slice(1));
  else given.url = word;
}

function readFlags(flags) {
  for (const flag of flags) {
    const name = VALUES[flag];
    if (!name) {
      if (!'sSiN'.includes(flag)) throw new Error(`curl -${flag} is not known here`);
      if (flag === 'i') given.areHeadersShown = true;
      continue;
    }
    const value = words.shift();
    if (name === 'header') given.headers[value.split(':', 1)[0]] = value.slice(value.indexOf(':') + 1).trim();
    else if (name === 'body') given.body = value === '@-' ? readFileSync(0) : value;
    else given[name] = value;
  }
}

try {
  const { url, headers, body, maxTimeSeconds } = given;
  const method = given.method ?? (body === undefined ? 'GET' : 'POST');
  const signal = AbortSignal.timeout(maxTimeSeconds * 1000);
  const response = await fetch(url, { method, headers, body, signal });
  if (given.areHeadersShown) {
    process.stdout.write(`HTTP/1.1 ${response.status} ${response.statusText}\r\n`);
    for (const [name, value] of response.headers) process.stdout.write(`${name}: ${value}\r\n`);
    process.stdout.write('\r\n');
  }
  if (given.output === '') for await (const chunk of response.body ?? []) process.stdout.write(chunk);
  else writeFileSync(given.output, Buffer.from(await response.arrayBuffer()));
  process.stdout.write(given.format.replaceAll('%{http_code}', String(response.status)).replaceAll('\\n', '\n'));
  if (response.status >= 400) process.exitCode = 22;
} catch (error) {
  process.stderr.write(`curl: ${error.message}\n`);
  process.exitCode = error.name === 'TimeoutError' ? 28 : 7;
}
