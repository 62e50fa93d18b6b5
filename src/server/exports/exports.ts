import type { InferOutput } from 'valibot';
import type { exportLinks } from '../../contract/restriction.ts';
import { after, hour } from '../clock.ts';
import type { Basics } from '../context.ts';
import { exportSeal } from '../restrictions/statement-links.ts';
import { linkSigner } from '../secrets/signed-links.ts';

export type ExportLinks = InferOutput<typeof exportLinks>;

/** The files that a shop can take along, as they end: `shop_….wallet.csv`. */
export const exportNames = {
  wallet: 'wallet.csv',
  orders: 'orders.csv',
  statements: 'statements.txt',
} as const;

// Long enough for somebody who is shut out and reads why first.
const lifetime = hour;

/** Links to everything of a shop's own, for whoever can reach nothing else; they need no token. */
export async function exportsOf(deps: Basics, shopId: string): Promise<ExportLinks> {
  const link = await linkSigner(deps, { ...exportSeal, lifetime });
  return {
    wallet: link(`${shopId}.${exportNames.wallet}`),
    orders: link(`${shopId}.${exportNames.orders}`),
    statements: link(`${shopId}.${exportNames.statements}`),
    until: after(deps.clock.now(), lifetime).toISOString(),
  };
}
