import { createHmac } from 'node:crypto';
import type { Deps } from '../../platform/context.ts';
import { secretKeyFor } from '../../platform/secrets/secret.ts';

/** The bytes that sign what is sent to an endpoint. They follow from the server's secret, so no row holds them. */
export const endpointKey = async (deps: Deps, endpointId: string): Promise<Buffer> =>
  createHmac('sha256', await secretKeyFor(deps, 'webhooks'))
    .update(endpointId)
    .digest();

/** Returns the key as the Standard Webhooks scheme writes it for the receiver. */
export const endpointSecret = async (deps: Deps, endpointId: string): Promise<string> =>
  `whsec_${(await endpointKey(deps, endpointId)).toString('base64')}`;

export interface SignedMessage {
  id: string;
  at: Date;
  body: string;
}

/** Returns the headers of the Standard Webhooks scheme, by which a receiver knows sender, time and content. */
export function signedHeaders(key: Buffer, { id, at, body }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
