import { UseGuards } from '@nestjs/common';
import { EnqueueLimitGuard } from './enqueue-limit.guard.js';

/** The jobs of this route's requests count against the limit of their project. Its module imports `QuotasModule`. */
export function EnqueueLimited(): MethodDecorator {
  return UseGuards(EnqueueLimitGuard);
}
