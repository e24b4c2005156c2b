import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

export class RefreshRequest {
  @ApiProperty({ type: 'string', maxLength: 512, description: 'the refresh token of the last sign-in or refresh' })
  @IsString()
  @MaxLength(512)
  refreshToken: string;
}
