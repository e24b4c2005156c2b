#!/usr/bin/env node
import 'reflect-metadata';
import { readEnvironment } from '../platform/config/index.js';
import { runCommand } from './run-command.js';

process.exitCode = await runCommand(process.argv.slice(2), {
  env: readEnvironment(),
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
