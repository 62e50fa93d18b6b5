import { local } from '../storage.ts';
import { acceptToken, type Me, session } from './session.ts';

/** Asks whose a token is without using it. */
async function ownerOf(token: string): Promise<Me> {
  const { sendAs } = await import('./send.ts');
  return sendAs(token, { name: 'GET /v1/me', input: {}, options: {} });
}

/** Who is signed in, or was until a moment ago. */
const ownAccount = (): Me => session.peek().me ?? JSON.parse(local.get('ifo') ?? '{}');

/** Both by name. */
export interface LinkTokenOwners {
  own: string;
  other: string;
}

const nameOf = ({ username, id }: Me): string => username ?? id ?? '';

/**
 * What to do with an address's token beside a sign-in of this page's own. The same person's is of use where that
 * sign-in has run out; another person's is for the merchant to decide on, and then both are named.
 */
export async function checkLinkToken(token: string): Promise<LinkTokenOwners | undefined> {
  const other = await ownerOf(token);
  const own = ownAccount();
  if (own.id !== undefined && own.id !== other.id) return { own: nameOf(own), other: nameOf(other) };
  if (session.peek().status === 'signed-out') await acceptToken(token, 'url');
  return undefined;
}
