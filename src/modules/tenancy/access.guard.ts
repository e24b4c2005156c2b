import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { accessOf } from '../auth/index.js';

/** The one guard of the interface: deny by default. */
@Injectable()
export class AccessGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(context.getHandler(), context.getClass());
    if (access?.kind === 'public') return true;
    throw new RotaError('forbidden', 'ACCESS_UNDECLARED', 'this route is not open');
  }
}
