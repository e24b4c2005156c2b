import { randomUUID } from 'node:crypto';
import { HeldLeases } from './held-leases.js';

describe('HeldLeases', () => {
  const someLeases = (count: number): { jobId: string; leaseToken: string }[] =>
    Array.from({ length: count }, () => ({ jobId: randomUUID(), leaseToken: randomUUID() }));
  const keysOf = (leases: readonly { jobId: string; leaseToken: string }[]): string =>
    leases.map(({ jobId, leaseToken }) => jobId + leaseToken).join('');

  it('gives each lease back under its index, in the order held', () => {
    const leases = someLeases(5);
    const held = new HeldLeases();
    held.hold(1, keysOf(leases.slice(0, 3)), 10);
    held.hold(4, keysOf(leases.slice(3)), 20);
    expect([...held]).toEqual(
      leases.map((lease, offset) => ({ ...lease, index: offset + 1, heldAtMs: offset < 3 ? 10 : 20 })),
    );
    expect(held.get(4)).toMatchObject(leases[3]!);
    expect(held.size).toBe(5);
  });

  it('forgets what is dropped, once', () => {
    const leases = someLeases(3);
    const held = new HeldLeases();
    held.hold(7, keysOf(leases), 0);
    for (const index of [8, 8, 6, 10]) held.drop(index);
    expect([...held].map((lease) => lease.index)).toEqual([7, 9]);
    expect([held.size, held.has(7), held.has(8), held.get(8)]).toEqual([2, true, false, undefined]);
    for (const index of [7, 9]) held.drop(index);
    expect([held.size, ...held]).toEqual([0]);
  });

  it('keeps apart what is held anew under later indexes', () => {
    const held = new HeldLeases();
    const [first, second] = [someLeases(2), someLeases(1)];
    held.hold(1, keysOf(first), 0);
    held.drop(1);
    held.hold(3, keysOf(second), 5);
    expect([...held].map((lease) => lease.jobId)).toEqual([first[1]!.jobId, second[0]!.jobId]);
  });
});
