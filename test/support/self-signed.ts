import { generate } from 'selfsigned';

export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** A certificate of `name` that nobody vouches for, with a key made for this run alone. */
export async function selfSigned(name: string): Promise<SelfSigned> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
  return { key: made.private, cert: made.cert };
}
