import { createHash } from 'node:crypto';

/** What the hash of a transaction is made of, besides its entries; `previousHash` is that of the one before. */
export interface ChainedTransaction {
  seq: bigint;
  kind: string;
  ref: string;
  shopId: string | null;
  actor: string;
  reason: string | null;
  at: Date;
  previousHash: string;
}

/**
 * The link of one transaction: sha256 over everything it says, its entries and the link before it.
 * JSON arrays keep neighbouring texts apart, so no two transactions have one spelling.
 */
export const chainHash = (row: ChainedTransaction, list: { account: string; amount: bigint }[]): string => {
  const said = [
    row.previousHash,
    row.seq.toString(),
    row.kind,
    row.ref,
    row.shopId,
    row.actor,
    row.reason,
    row.at.toISOString(),
    list.map(({ account, amount }) => [account, amount.toString()]),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
};
