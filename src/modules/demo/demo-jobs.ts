import { newId } from '../../kernel/ids.js';
import type { NewJob } from '../jobs/index.js';
import type { DemoQueueName } from './demo-queues.js';

interface DemoJob {
  readonly queue: DemoQueueName;
  readonly handler: string;
  readonly payload: object;
  readonly priority?: number;
  readonly maxAttempts?: number;
  readonly delayMs?: number;
}

/** Jobs that are still to be run, by real workers: successes, retries, a dead letter at once, one after some tries, one for later. */
export function demoJobs(receiverUrl: string | undefined): DemoJob[] {
  return [
    ...Array.from({ length: 6 }, (_, index) => sleepJob(500 + 700 * index)),
    { queue: 'reports', handler: 'fail', payload: { message: 'the data warehouse did not answer', times: 2 } },
    { queue: 'reports', handler: 'fail', payload: { message: 'there is no such report', nonRetryable: true } },
    { queue: 'webhooks', handler: 'fail', payload: { message: 'the customer has moved away' }, maxAttempts: 2 },
    { queue: 'reports', handler: 'sleep', payload: { durationMs: 2_000 }, delayMs: 3_600_000 },
    ...(receiverUrl === undefined ? [] : deliveries(receiverUrl)),
  ];
}

function sleepJob(durationMs: number): DemoJob {
  return { queue: 'reports', handler: 'sleep', payload: { durationMs } };
}

function deliveries(receiverUrl: string): DemoJob[] {
  const order = (number: number): DemoJob[] => [
    {
      queue: 'webhooks',
      handler: 'http_request',
      payload: { url: `${receiverUrl}/orders`, method: 'POST', body: { orderId: number, status: 'paid' } },
    },
    {
      queue: 'emails',
      handler: 'send_email',
      payload: { to: [`customer${number}@example.com`], subject: `Your order ${number}`, text: 'It is on its way.' },
      priority: 10,
    },
  ];
  return [
    ...[1001, 1002, 1003, 1004].flatMap(order),
    { queue: 'webhooks', handler: 'http_request', payload: { url: `${receiverUrl}/status/503`, method: 'POST' } },
    { queue: 'webhooks', handler: 'http_request', payload: { url: `${receiverUrl}/status/404`, method: 'POST' } },
  ];
}

export function toNewJob(
  job: DemoJob,
  target: { projectId: string; queueIds: Readonly<Record<DemoQueueName, string>>; createdBy: string },
): NewJob {
  return {
    id: newId(),
    projectId: target.projectId,
    queueId: target.queueIds[job.queue],
    handler: job.handler,
    payloadJson: JSON.stringify(job.payload),
    priority: job.priority ?? 0,
    delayMs: job.delayMs ?? null,
    maxAttempts: job.maxAttempts ?? null,
    labels: { source: 'demo' },
    createdBy: target.createdBy,
  };
}
