import { createHmac } from 'node:crypto';

export interface WebhookSignatureInput {
  jobId: string;
  /** Seconds since 1970. Receivers refuse a message whose timestamp is more than some minutes off. */
  timestampSeconds: number;
  body: Buffer;
  /** One key, or several while a rotation is under way. None: the message has an id, but no signature. */
  secrets: readonly Buffer[];
}

/**
 * Headers of the Standard Webhooks specification. The id is that of the job and the same on every retry, so a receiver can
 * deduplicate; during a rotation each key signs, so that a receiver may hold the old or the new one.
 */
export function webhookHeaders({
  jobId,
  timestampSeconds,
  body,
  secrets,
}: WebhookSignatureInput): Record<string, string> {
  const id = `msg_${jobId}`;
  const headers: Record<string, string> = { 'webhook-id': id, 'webhook-timestamp': String(timestampSeconds) };
  const signatures = secrets.map((secret) => {
    const signature = createHmac('sha256', secret).update(`${id}.${timestampSeconds}.`).update(body).digest('base64');
    return `v1,${signature}`;
  });
  if (signatures.length > 0) headers['webhook-signature'] = signatures.join(' ');
  return headers;
}
