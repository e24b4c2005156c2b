import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { HandlerBootError } from './handlers.errors.js';
import { readJobHandlerMark } from './job-handler.decorator.js';
import type { JobHandlerMark } from './job-handler.decorator.js';
import type { JobHandlerContract } from './job-handler.contract.js';
import { describePayload } from './payload-schema.js';
import type { JsonSchema } from './payload-schema.js';
import { shapeFaults } from './payload-shape.js';
import { findPayloadFaults } from './payload-validator.js';
import type { PayloadFault } from './payload-validator.js';

export interface HandlerDescription {
  name: string;
  description: string;
  payloadSchema: JsonSchema;
  example: Record<string, unknown>;
}

export type PayloadCheck = { ok: true; payload: Record<string, unknown> } | { ok: false; errors: PayloadFault[] };

interface Registered {
  mark: JobHandlerMark;
  handler: JobHandlerContract<unknown>;
  description: HandlerDescription;
  /** Why this process cannot run it although it knows it. */
  lack: string | null;
}

const HANDLER_NAME = /^[a-z][a-z0-9_.:-]{0,63}$/;

/** The closed set of what this installation can run. Filled once at boot; a set with a fault stops the process. */
@Injectable()
export class HandlerRegistry implements OnModuleInit {
  private registered: Map<string, Registered> | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws HandlerBootError listing every fault of every handler */
  onModuleInit(): void {
    this.all();
  }

  names(): string[] {
    return [...this.all().keys()];
  }

  has(name: string): boolean {
    return this.all().has(name);
  }

  /** What this process can run: of all that it knows, those that have what they need. */
  offered(): string[] {
    return this.names().filter((name) => this.find(name) !== undefined);
  }

  /** What this process knows and cannot run, and why. */
  lacking(): { name: string; lack: string }[] {
    return [...this.all()].flatMap(([name, { lack }]) => (lack === null ? [] : [{ name, lack }]));
  }

  /** The handler of that name; undefined means that this process cannot run the job (and that another one may). */
  find(name: string): JobHandlerContract<unknown> | undefined {
    const found = this.all().get(name);
    return found?.lack === null ? found.handler : undefined;
  }

  /** All handlers by name, for the person or the form that fills in a payload. */
  describe(): HandlerDescription[] {
    return [...this.all().values()].map(({ description }) => description);
  }

  /**
   * Checks what a client wants to enqueue. Bad input is an answer and never an exception.
   * Codes: `HANDLER_UNKNOWN` at `/handler`, else those of the payload's rules below `/payload`.
   */
  validate(name: string, payload: unknown): PayloadCheck {
    const found = this.all().get(name);
    if (!found) {
      return {
        ok: false,
        errors: [{ pointer: '/handler', code: 'HANDLER_UNKNOWN', detail: 'no handler has this name' }],
      };
    }
    const errors = checkPayload(found.mark, payload);
    return errors.length > 0 ? { ok: false, errors } : { ok: true, payload: payload as Record<string, unknown> };
  }

  private all(): Map<string, Registered> {
    this.registered ??= this.collect();
    return this.registered;
  }

  private collect(): Map<string, Registered> {
    const registered: Registered[] = [];
    const faults: string[] = [];
    const owners = new Map<string, string>();
    for (const { type, mark, instance } of this.marked()) {
      const found = markFaults(type, mark, instance);
      const owner = owners.get(mark.name);
      if (owner !== undefined) found.push(`${type.name}: the name "${mark.name}" is taken by ${owner}`);
      owners.set(mark.name, type.name);
      faults.push(...found);
      if (found.length === 0) registered.push(toRegistered(mark, instance as JobHandlerContract<unknown>));
    }
    if (faults.length > 0) throw new HandlerBootError(faults);
    registered.sort((a, b) => (a.mark.name < b.mark.name ? -1 : 1));
    return new Map(registered.map((entry) => [entry.mark.name, entry]));
  }

  private marked(): { type: { name: string }; mark: JobHandlerMark; instance: unknown }[] {
    const seen = new Set<unknown>();
    return this.discovery.getProviders().flatMap((wrapper) => {
      const instance: unknown = wrapper.instance;
      const type = typeof instance === 'object' && instance !== null ? instance.constructor : wrapper.metatype;
      const mark = readJobHandlerMark(type);
      if (!mark || !type) return [];
      // An alias (useExisting) is the same object under another token; a second instance of a class is a duplicate.
      if (instance && seen.has(instance)) return [];
      seen.add(instance);
      return [{ type, mark, instance: wrapper.isTransient || !wrapper.isDependencyTreeStatic() ? null : instance }];
    });
  }
}

function markFaults(type: { name: string }, mark: JobHandlerMark, instance: unknown): string[] {
  const faults: string[] = [];
  if (typeof mark.name !== 'string' || !HANDLER_NAME.test(mark.name)) {
    faults.push(`${type.name}: the name "${mark.name}" does not match ${HANDLER_NAME.source}`);
  }
  if (typeof mark.description !== 'string' || mark.description.trim() === '')
    faults.push(`${type.name}: has no description`);
  if (!instance) faults.push(`${type.name}: must be a singleton, not request-scoped or transient`);
  else if (typeof (instance as { handle?: unknown }).handle !== 'function')
    faults.push(`${type.name}: has no handle()`);
  if (typeof mark.payload !== 'function') return [...faults, `${type.name}: names no payload class`];

  const ofPayload = shapeFaults(mark.payload);
  if (ofPayload.length > 0) return [...faults, ...ofPayload.map((found) => `${type.name}: ${found}`)];
  for (const { pointer, detail } of checkPayload(mark, mark.example)) {
    faults.push(`${type.name}: the example is refused at ${pointer}: ${detail}`);
  }
  return faults;
}

function checkPayload(mark: JobHandlerMark, payload: unknown): PayloadFault[] {
  return findPayloadFaults(mark.payload, payload, mark.allowUnknownProperties === true);
}

function toRegistered(mark: JobHandlerMark, handler: JobHandlerContract<unknown>): Registered {
  const description = {
    name: mark.name,
    description: mark.description,
    payloadSchema: describePayload(mark.payload, mark.allowUnknownProperties === true),
    example: mark.example,
  };
  return { mark, handler, description, lack: handler.lacks?.() ?? null };
}
