import { createHmac } from 'node:crypto';
import { verify } from './webhook-receiver.mjs';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const body = Buffer.from('{"orderId":4711}');
const nowSeconds = 1_800_000_000;

function headers(key = '0123456789abcdef0123456789abcdef', timestamp = nowSeconds): Record<string, string> {
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.`).update(body).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}

describe('the signature of a webhook', () => {
  it('is valid when the secret of the project signed id, time and body', () => {
    expect(verify(headers(), body, secret, nowSeconds)).toBe('valid');
  });

  it('is valid when one of several does, as during a rotation', () => {
    const given = headers();
    given['webhook-signature'] = `v1,bm90IGl0 ${given['webhook-signature']}`;
    expect(verify(given, body, secret, nowSeconds)).toBe('valid');
  });

  it('is invalid over another body or by another secret', () => {
    expect(verify(headers(), Buffer.from('{}'), secret, nowSeconds)).toBe('invalid');
    expect(verify(headers('another secret'), body, secret, nowSeconds)).toBe('invalid');
  });

  it('is too old five minutes later', () => {
    expect(verify(headers(), body, secret, nowSeconds + 301)).toBe('too old');
  });

  it('is missing when a header is', () => {
    expect(verify({}, body, secret, nowSeconds)).toBe('missing');
  });
});
