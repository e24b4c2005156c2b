import { lookup } from 'node:dns/promises';

/** Resolves a name to all its addresses. A class of its own so that a test can answer like a hostile name server. */
export class HostResolver {
  /** @returns every address, in the order of preference of the system; never empty */
  async resolve(hostname: string): Promise<string[]> {
    const answers = await lookup(hostname, { all: true, order: 'verbatim' });
    return answers.map(({ address }) => address);
  }
}
