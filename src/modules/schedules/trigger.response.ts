import { ApiProperty } from '@nestjs/swagger';

export class TriggerResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'the job that was made' })
  jobId: string;
}
