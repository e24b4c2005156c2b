import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsEmail,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateIf,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

const MAX_RECIPIENTS = 50;
const MAX_TEXT_LENGTH = 60_000;
/** No control characters: what stands in a header must not be able to end it and begin the next one. */
const NO_CONTROL_CHARACTERS = /^[^\p{Cc}\u2028\u2029]*$/u;
const SENDER = { allow_display_name: true } as const;

/** Input of `send_email`. Addresses are plain (`name@example.com`); senders may carry a name. No attachments. */
export class SendEmailPayload {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsEmail({}, { each: true })
  to: string[];

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsEmail({}, { each: true })
  cc?: string[];

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsEmail({}, { each: true })
  bcc?: string[];

  /** `address` or `Name <address>`. Default: the installation's sender. */
  @IsOptional()
  @IsEmail(SENDER)
  @MaxLength(320)
  @Matches(NO_CONTROL_CHARACTERS, { message: 'from must not hold control characters' })
  @JSONSchema({ type: 'string', description: 'address or Name <address>; default: the sender of the installation' })
  from?: string;

  @IsOptional()
  @IsEmail(SENDER)
  @MaxLength(320)
  @Matches(NO_CONTROL_CHARACTERS, { message: 'replyTo must not hold control characters' })
  @JSONSchema({ type: 'string', description: 'address or Name <address>' })
  replyTo?: string;

  @IsString()
  @MaxLength(255)
  @Matches(NO_CONTROL_CHARACTERS, { message: 'subject must not hold control characters' })
  @JSONSchema({ type: 'string', description: 'One line' })
  subject: string;

  /** Needed unless there is `html`. */
  @ValidateIf((payload: SendEmailPayload, value: unknown) => value !== undefined || payload.html === undefined)
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  text?: string;

  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  html?: string;
}
