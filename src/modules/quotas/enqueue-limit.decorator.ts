import { SetMetadata } from '@nestjs/common';

export const ENQUEUE_LIMITED = 'rota:enqueue-limited';

/** The jobs of this route's requests count against the limit of their project. */
export function EnqueueLimited(): MethodDecorator {
  return SetMetadata(ENQUEUE_LIMITED, true);
}
