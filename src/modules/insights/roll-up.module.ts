import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { LoopSupervisor } from '../../platform/lifecycle/index.js';
import { InstallationGauges } from './installation-gauges.js';
import { QueueGauges } from './queue-gauges.js';
import { RollUp } from './roll-up.js';
import { RollUpLoop } from './roll-up.loop.js';

/** The scheduler's side of insights: roll-ups, and gauges of all queues. */
@Module({ providers: [RollUp, RollUpLoop, QueueGauges, InstallationGauges] })
export class RollUpModule implements OnApplicationBootstrap {
  constructor(
    private readonly supervisor: LoopSupervisor,
    private readonly loop: RollUpLoop,
    private readonly gauges: QueueGauges,
    private readonly installation: InstallationGauges,
  ) {}

  onApplicationBootstrap(): void {
    this.gauges.register();
    this.installation.register();
    this.supervisor.run(this.loop, 300);
  }
}
