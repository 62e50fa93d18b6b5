import type { InferOutput } from 'valibot';
import type { exportLinks } from '../../../contract/restriction.ts';
import { after, hour } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { exportLinkScope } from '../restrictions/statement-links.ts';

export type ExportLinks = InferOutput<typeof exportLinks>;

/** The exports of a shop, by the ends of their file names: `shop_….wallet.csv`. */
export const exportNames = {
  wallet: 'wallet.csv',
  orders: 'orders.csv',
  statements: 'statements.txt',
} as const;

/** Returns what the signature of a link is over: the file's name, and which of its rows it has where not all. */
export const signedExport = (name: string, filter: string): string => (filter ? `${name}?${filter}` : name);

// Long enough for a merchant who is locked out and reads the reasons first.
const lifetime = hour;

/** Returns links to all exports of a shop, for a merchant who is locked out; they need no token. */
export async function exportsOf(deps: Deps, shopId: string): Promise<ExportLinks> {
  const link = await linkSigner(deps, { ...exportLinkScope, lifetime });
  return {
    wallet: link(`${shopId}.${exportNames.wallet}`),
    orders: link(`${shopId}.${exportNames.orders}`),
    statements: link(`${shopId}.${exportNames.statements}`),
    until: after(deps.clock.now(), lifetime).toISOString(),
  };
}
