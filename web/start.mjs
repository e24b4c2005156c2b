// Serves the built app: `node start.mjs`, with WEB_PORT (5173), WEB_HOST (all addresses of this machine) and ROTA_API_URL. In the image
// the standalone build lies around this file, in a working copy below .next.
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const root = import.meta.dirname;
const isImage = existsSync(path.join(root, 'server.js'));
const app = isImage ? root : path.join(root, '.next', 'standalone', 'web');
const server = path.join(app, 'server.js');
if (!existsSync(server)) {
  console.error('the admin app is not built: run `npm run build` in web/ first');
  process.exit(1);
}
// A standalone build leaves the static files for a CDN; here the same process serves them. Only after a build by hand are they not there yet.
const files = path.join(app, '.next', 'static');
if (!existsSync(files)) cpSync(path.join(root, '.next', 'static'), files, { recursive: true });

// Next ends a signalled server with 128 + its number, after the last answer: that is the end that was asked for, not a failure.
process.on('exit', (code) => {
  if (code === 143 || code === 130) process.exitCode = 0;
});

process.env.PORT = process.env.WEB_PORT ?? '5173';
process.env.HOSTNAME = process.env.WEB_HOST ?? '0.0.0.0';
process.env.NODE_ENV = 'production';
process.env.NEXT_TELEMETRY_DISABLED = '1';
await import(pathToFileURL(server).href);
