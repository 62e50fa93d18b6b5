import { createHash } from 'node:crypto';

/**
 * The fields in the hash of a transaction, besides its entries; `previousHash` is the hash of the transaction before.
 */
export interface ChainedTransaction {
  seq: bigint;
  kind: string;
  ref: string;
  shopId: string | null;
  actor: string;
  reason: string | null;
  at: Date;
  previousHash: string;
  /** The hash of what the movement rests on; null where its entries say all. */
  detailsHash: string | null;
}

/**
 * Returns the hash of one transaction: sha256 over all its fields, its entries and the previous hash. JSON arrays keep
 * neighbouring texts apart, so no two transactions have the same input.
 */
export const chainHash = (row: ChainedTransaction, list: { account: string; amount: bigint }[]): string => {
  const content = [
    row.previousHash,
    row.seq.toString(),
    row.kind,
    row.ref,
    row.shopId,
    row.actor,
    row.reason,
    row.at.toISOString(),
    list.map(({ account, amount }) => [account, amount.toString()]),
    ...(row.detailsHash === null ? [] : [row.detailsHash]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
};

/** What the first of a chain has in place of a previous hash. */
export const noHash = '0'.repeat(64);
