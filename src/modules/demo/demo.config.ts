import { IsEmail, IsOptional, IsUrl, Matches, MinLength } from 'class-validator';
import { Env } from '../../platform/config/index.js';

/** What `rota seed` is told. Nothing else reads it. */
export class DemoConfig {
  @Env('DEMO_EMAIL', { doc: 'e-mail address of the demo operator', default: 'operator@rota.test' })
  @IsEmail({ require_tld: false })
  email: string;

  @Env('DEMO_PASSWORD', {
    doc: 'password of the demo operator, at least 12 characters; without it one is made and shown once',
    default: null,
    secret: true,
  })
  @IsOptional()
  @MinLength(12)
  password?: string;

  @Env('DEMO_SIGNING_SECRET', {
    doc: 'signs the webhooks of the demo project: whsec_ and base64 of 24 bytes or more; without it one is made and shown once',
    default: null,
    secret: true,
  })
  @IsOptional()
  @Matches(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)
  signingSecret?: string;

  @Env('DEMO_RECEIVER_URL', {
    doc: 'where demo webhooks go; without it the demo sends no webhooks and no mails',
    default: null,
  })
  @IsOptional()
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  receiverUrl?: string;
}
