import type { BackoffPolicy } from '../../kernel/backoff.js';

export type DemoQueueName = 'emails' | 'reports' | 'webhooks';

interface DemoQueue {
  readonly description: string;
  readonly policy: BackoffPolicy;
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  readonly maxConcurrency: number | null;
  /** What the jobs of its past were like. */
  readonly handler: string;
  readonly payload: (number: number) => unknown;
  readonly faults: readonly string[];
  readonly runMs: readonly [low: number, high: number];
}

/** Three queues that differ in everything that a queue decides. */
export const DEMO_QUEUES: Readonly<Record<DemoQueueName, DemoQueue>> = {
  emails: {
    description: 'Mails to customers. Backs off exponentially: a mail server in trouble needs peace.',
    policy: { strategy: 'exponential', baseMs: 2_000, capMs: 300_000, jitter: true },
    maxAttempts: 5,
    timeoutMs: 30_000,
    maxConcurrency: null,
    handler: 'send_email',
    payload: (number) => ({
      to: [`customer${number}@example.com`],
      subject: `Your order ${number}`,
      text: `Order ${number} is on its way.`,
    }),
    faults: ['connect ECONNREFUSED 192.0.2.25:25', '451 4.7.1 greylisted, try again later'],
    runMs: [40, 600],
  },
  reports: {
    description: 'Long work, two at a time. Backs off linearly.',
    policy: { strategy: 'linear', baseMs: 5_000, capMs: 60_000, jitter: false },
    maxAttempts: 3,
    timeoutMs: 120_000,
    maxConcurrency: 2,
    handler: 'sleep',
    payload: (number) => ({ durationMs: number }),
    faults: ['the data warehouse did not answer', 'out of memory while sorting'],
    runMs: [1_000, 9_000],
  },
  webhooks: {
    description: 'Calls to the systems of customers. Tries again at a fixed pace.',
    policy: { strategy: 'fixed', baseMs: 5_000, capMs: 5_000, jitter: true },
    maxAttempts: 4,
    timeoutMs: 15_000,
    maxConcurrency: null,
    handler: 'http_request',
    payload: (number) => ({ url: 'https://customer.example/hooks/orders', method: 'POST', body: { orderId: number } }),
    faults: ['the server answered 503', 'the server answered 500', 'no complete answer within 15000 ms'],
    runMs: [60, 2_500],
  },
};
