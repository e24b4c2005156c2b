import { randomBytes, randomInt } from 'node:crypto';
import path from 'node:path';
import { readJson, writePrivateJson } from './private-file.mjs';

/** Secrets of this folder's installation: made on the first start, never in git, and none has a default. */
export class Secrets {
  #file;
  #values;

  constructor(home) {
    this.#file = path.join(home, 'secrets.json');
    const known = readJson(this.#file);
    this.isNew = known === undefined;
    this.#values = { ...generate(), ...known };
    this.#save();
  }

  get values() {
    return this.#values;
  }

  remember(values) {
    Object.assign(this.#values, values);
    this.#save();
  }

  #save() {
    writePrivateJson(this.#file, this.#values);
  }
}

function generate() {
  return {
    postgresPassword: token(),
    jwtSecret: token(),
    jwtRefreshSecret: token(),
    secretsKey: token(),
    servicePassword: token(),
    demoPassword: readablePassword(),
    signingSecret: `whsec_${randomBytes(32).toString('base64')}`,
  };
}

const token = () => randomBytes(32).toString('base64url');

/** 78 bits in groups that can be typed by hand; no letter that looks like another. */
function readablePassword() {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
