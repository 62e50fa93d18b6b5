import { local } from '../storage.ts';
import { acceptToken } from './accept-token.ts';
import { currentToken, linkToken, type Me, me, session } from './session.ts';

/** Returns whether only an address signed this person in: no host confirms it, and anyone may have sent that link. */
const isSignedInByLink = (): boolean => currentToken() !== null && currentToken() === linkToken();

/** Returns the name of the account where only an address signed this person in; undefined otherwise. */
export const accountByLink = (): string | undefined => {
  const account = me.value;
  return isSignedInByLink() ? nameOf(account) : undefined;
};

/** Returns the owner of a token without signing in by it. */
async function ownerOf(token: string): Promise<Me> {
  const { sendAs } = await import('./send.ts');
  return sendAs(token, { name: 'GET /v1/me', input: {}, options: {} });
}

/** Returns the account that is signed in, or was signed in last. */
const ownAccount = (): Me => session.peek().me ?? local.parse<Me>('ifo') ?? {};

/** The names of both accounts. */
export interface LinkTokenOwners {
  own: string;
  other: string;
}

const nameOf = ({ username, id }: Me): string => username ?? id ?? '';

/**
 * Compares an address's token with the account on this page. The same person is signed in by it where the sign-in has
 * expired; for another person both names are returned, as the merchant has to choose.
 */
export async function checkLinkToken(token: string): Promise<LinkTokenOwners | undefined> {
  const other = await ownerOf(token);
  const own = ownAccount();
  if (own.id !== undefined && own.id !== other.id) return { own: nameOf(own), other: nameOf(other) };
  if (session.peek().status === 'signed-out') await acceptToken(token, 'handover');
  return undefined;
}
