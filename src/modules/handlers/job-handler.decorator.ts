import 'reflect-metadata';
import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { JobHandlerContract } from './job-handler.contract.js';

export interface JobHandlerOptions<P extends object = object> {
  /** One sentence for the person who picks a handler in the admin app. */
  description: string;
  /**
   * Class whose class-validator decorators are the rule for the payload. Nested classes need `@ValidateNested()` and
   * `@Type()`. The payload stays the plain JSON that was enqueued: `@Transform` and conversions do not apply.
   */
  payload: Type<P>;
  /** A payload that works as it stands. Checked against `payload` at boot. */
  example: Record<string, unknown>;
  /** Accept properties that the class does not name (default false: they are refused). */
  allowUnknownProperties?: boolean;
}

export interface JobHandlerMark extends JobHandlerOptions {
  name: string;
}

/** The global symbol registry makes the mark readable when a handler package brings its own copy of this file. */
const JOB_HANDLER_MARK = Symbol.for('rota.job-handler');

/**
 * Marks a provider as the handler `name` (`^[a-z][a-z0-9_.:-]{0,63}$`, unique in the installation). Names and options are
 * checked at boot by the registry, so that all faults are listed at once.
 */
export function JobHandler<P extends object>(name: string, options: JobHandlerOptions<P>) {
  return (target: Type<JobHandlerContract<P>>): void => {
    Injectable()(target);
    const mark = { ...options, name };
    // An own property and not inherited metadata: a subclass is another handler only if it says so itself.
    Object.defineProperty(target, JOB_HANDLER_MARK, { value: mark, enumerable: false });
  };
}

/** The mark of a class that carries `@JobHandler` itself, else undefined. */
export function readJobHandlerMark(target: unknown): JobHandlerMark | undefined {
  if (typeof target !== 'function' || !Object.hasOwn(target, JOB_HANDLER_MARK)) return undefined;
  return (target as unknown as Record<symbol, JobHandlerMark>)[JOB_HANDLER_MARK];
}
