import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';

/**
 * A name server on loopback that speaks real DNS over UDP. Each question for A records takes the next answer of the list;
 * the last one stays. TTL is 0, as a rebinding attacker sets it.
 */
export class DnsStub {
  questions = 0;
  private readonly socket: Socket = createSocket('udp4');

  constructor(private readonly answers: string[][]) {}

  async start(): Promise<Resolver> {
    this.socket.on('message', (query, peer) => this.socket.send(this.answer(query), peer.port, peer.address));
    await new Promise<void>((resolve) => this.socket.bind(0, '127.0.0.1', resolve));
    const resolver = new Resolver({ timeout: 2000, tries: 1 });
    resolver.setServers([`127.0.0.1:${this.socket.address().port}`]);
    return resolver;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.socket.close(() => resolve()));
  }

  private answer(query: Buffer): Buffer {
    const addresses = this.answers[Math.min(this.questions, this.answers.length - 1)] ?? [];
    this.questions += 1;
    let end = 12;
    while (query[end] !== 0) end += (query[end] ?? 0) + 1;
    const question = query.subarray(12, end + 5);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    const records = addresses.map((address) =>
      // Name (pointer to the question), type A, class IN, TTL 0, 4 bytes.
      Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    );
    return Buffer.concat([header, question, ...records]);
  }
}
