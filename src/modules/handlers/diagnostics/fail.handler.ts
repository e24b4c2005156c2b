import { IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { NonRetryableError } from '../../../kernel/handler-errors.js';
import { JobHandler } from '../job-handler.decorator.js';
import type { JobContext, JobHandlerContract } from '../job-handler.contract.js';

export class FailPayload {
  @IsString()
  @MaxLength(1000)
  message: string;

  /** How many attempts fail before one succeeds. Default: all. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(1000)
  times?: number;

  /** Say "do not retry", so that the first failure is the last. */
  @IsOptional()
  @IsBoolean()
  nonRetryable?: boolean;
}

/** Fails on purpose: for trying out retries, alerts and dead letters. */
@JobHandler('fail', {
  description: 'Fails with the given message, always or for the first attempts only.',
  payload: FailPayload,
  example: { message: 'the printer is on fire', times: 2 },
})
export class FailHandler implements JobHandlerContract<FailPayload> {
  handle({ message, times, nonRetryable }: FailPayload, { attempt }: JobContext): Promise<{ failedAttempts: number }> {
    const failedAttempts = times ?? Number.POSITIVE_INFINITY;
    if (attempt > failedAttempts) return Promise.resolve({ failedAttempts });
    return Promise.reject(nonRetryable ? new NonRetryableError(message, 'FAILED_ON_PURPOSE') : new Error(message));
  }
}
