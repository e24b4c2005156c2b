import { Option } from 'commander';
import { TERMINAL_STATUSES } from '../kernel/job-state.js';
import type { CommandSpecification } from './command-tree.js';
import { collectPairs, PROJECT, REASON, whole, YES } from './options.js';

const HANDLER = new Option('--handler <name>', 'only jobs of this handler');
const QUEUE = new Option('--queue <queue>', 'only jobs of this queue');

/** What people do to an installation that runs. */
export const operationSpecifications: readonly CommandSpecification[] = [
  {
    usage: 'pause <queue>',
    summary: 'give away nothing of a queue; it goes on accepting jobs',
    load: async () => (await import('./queue-switch.command.js')).pauseQueue,
    options: [PROJECT, REASON],
  },
  {
    usage: 'resume <queue>',
    summary: 'give away jobs of a queue again',
    load: async () => (await import('./queue-switch.command.js')).resumeQueue,
    options: [PROJECT],
  },
  {
    usage: 'resume-all',
    summary: 'un-pause every queue and schedule of every project',
    load: async () => (await import('./resume-all.command.js')).resumeAll,
  },
  {
    usage: 'enqueue <queue> <handler>',
    summary: 'store one job, checked as the REST interface checks it',
    load: async () => (await import('./enqueue.command.js')).enqueueJob,
    options: [
      PROJECT,
      new Option('--payload <json>', 'input of the handler').default('{}'),
      new Option('--payload-file <file>', 'the same from a file; - is standard input').conflicts('payload'),
      new Option('--priority <n>', 'higher is more urgent').argParser(whole(-100, 100)),
      new Option('--delay-ms <ms>', 'due so many milliseconds from now').argParser(whole(0, Number.MAX_SAFE_INTEGER)),
      new Option('--run-at <instant>', 'due at this instant, RFC 3339').conflicts('delayMs'),
      new Option('--max-attempts <n>', 'default: what the queue says').argParser(whole(1, 1_000)),
      new Option('--timeout-ms <ms>', 'longest an attempt may take').argParser(whole(100, 86_400_000)),
      new Option('--label <name=value>', 'for finding it again; repeatable').argParser(collectPairs),
      new Option('--idempotency-key <key>', 'the same key and job a second time makes no second one'),
      new Option('--wait <seconds>', 'wait for its end: exit code 0 only if it completed').argParser(whole(1, 86_400)),
    ],
  },
  {
    usage: 'handlers',
    summary: 'load and list what jobs can run, HANDLER_MODULES included; exit code 1 if something is wrong with it',
    load: async () => (await import('./handlers.command.js')).listHandlers,
  },
  {
    usage: 'tail [job]',
    summary: 'follow attempts as they end, or one job with its log lines until it ends',
    load: async () => (await import('./tail.command.js')).tail,
    options: [
      PROJECT,
      QUEUE,
      new Option('--since <seconds>', 'begin so far back').default(60).argParser(whole(0, 86_400)),
      new Option('--no-follow', 'show what is there and end'),
    ],
  },
  {
    usage: 'replay [job...]',
    summary: 'run jobs that have ended again: by id, or all that a filter finds, dead letters unless told otherwise',
    load: async () => (await import('./replay.command.js')).replayJobs,
    options: [
      PROJECT,
      QUEUE,
      HANDLER,
      new Option('--dead-letters', 'all dead letters, or those of --queue and --handler'),
      new Option('--status <status>', 'all that ended so').choices(TERMINAL_STATUSES).conflicts('deadLetters'),
      new Option('--limit <n>', 'most jobs to replay by a filter, the newest first; default: all').argParser(
        whole(1, Number.MAX_SAFE_INTEGER),
      ),
      new Option('--dry-run', 'only count'),
      REASON,
      YES,
    ],
  },
  {
    usage: 'explain <job>',
    summary: 'where a job stands, and why it does not run',
    load: async () => (await import('./explain.command.js')).explainJob,
    options: [PROJECT],
  },
  {
    usage: 'doctor',
    summary: 'look for what is wrong with the whole installation; exit code 1 if something is',
    load: async () => (await import('./doctor.command.js')).doctor,
    options: [new Option('--strict', 'warnings count as well')],
  },
];
