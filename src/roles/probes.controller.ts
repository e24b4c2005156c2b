import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../modules/tenancy/index.js';
import { Health } from '../platform/health/index.js';

interface Reply {
  status(code: number): Reply;
  send(body: object): void;
}

/** The probes on the api's public port. They say whether, not why: the reasons are on the operations port. */
@ApiExcludeController()
@Public()
@Controller()
export class ProbesController {
  constructor(private readonly health: Health) {}

  @Get('livez')
  live(): { status: string } {
    return { status: 'alive' };
  }

  @Get('readyz')
  async ready(@Res() reply: Reply): Promise<void> {
    const { isReady } = await this.health.readiness();
    reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  }
}
