#!/usr/bin/env node
import 'reflect-metadata';
import { createInterface } from 'node:readline/promises';
import { buffer } from 'node:stream/consumers';
import { readEnvironment } from '../platform/config/index.js';
import { runCommand } from './run-command.js';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());
// `rota tail | head` ends when its reader does.
process.stdout.once('error', () => process.exit(0));

process.exitCode = await runCommand(process.argv.slice(2), {
  env: readEnvironment(),
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  confirm: process.stdin.isTTY ? ask : undefined,
  readInput: () => buffer(process.stdin),
  signal: interruption.signal,
});

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: interruption.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
