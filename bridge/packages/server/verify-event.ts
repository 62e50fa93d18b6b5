import type { FeedEvent } from './calls.ts';
import { SoukServerError } from './send.ts';

type Posted<Event> = Event extends unknown ? Omit<Event, 'position'> : never;

/** An event as it is posted: its `type` tells which `data` it has. */
export type SoukEvent = Posted<FeedEvent>;

/** The headers of a request, as Node or `fetch` has them. */
export type EventHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How far the clocks of sender and receiver may differ, in seconds: an older message may be one that is sent again by another. */
const tolerance = 300;

/**
 * Returns the event of a request, once it is certain that Souk has sent it, by the scheme of Standard Webhooks.
 * @param body as it came, before it is parsed
 * @param secret that of the endpoint, or several while one is exchanged
 * @throws SoukServerError `not_signed` for a message of another sender, a changed one or an old one
 * @example const event = await verifyEvent(await request.text(), request.headers, process.env.SOUK_SECRET);
 */
export async function verifyEvent(
  body: string | Uint8Array,
  headers: EventHeaders,
  secret: string | readonly string[] | undefined,
): Promise<SoukEvent> {
  const id = headerOf(headers, 'webhook-id');
  const at = headerOf(headers, 'webhook-timestamp');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? bytesOf(one.slice(3)) : []));
  if (!id || !at || !signatures.length) throw notSigned('a header of the signature is missing');
  if (!(Math.abs(Date.now() / 1_000 - Number(at)) <= tolerance))
    throw notSigned('it is older than five minutes, or the clock here is wrong');
  const signed = new TextEncoder().encode(`${id}.${at}.${text}`);
  for (const one of [secret ?? []].flat())
    if (await isSignedBy(one, signed, signatures)) return { id, ...JSON.parse(text) };
  throw notSigned('no secret here has signed it');
}

const notSigned = (reason: string) =>
  new SoukServerError('not_signed', `This is no event from Souk: ${reason}.`);

function headerOf(headers: EventHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : '';
}

/** Returns bytes from base64, none where it is not that. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))];
  } catch {
    return [];
  }
}

async function isSignedBy(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const [bytes] = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes?.length) return false;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify']);
  // Compares in constant time.
  const found = await Promise.all(signatures.map((one) => crypto.subtle.verify('HMAC', key, one, signed)));
  return found.includes(true);
}
