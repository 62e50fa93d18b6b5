import { and, asc, gt, lte, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { anchorHash, coveredHashes } from '../ledger/anchors.ts';
import { noHash } from '../ledger/chain-hash.ts';
import type { Database } from '../platform/database/db.ts';
import { anchorHeads, anchorRows, anchors } from '../schema/anchors.ts';
import { findingsOf } from './findings.ts';

// As each may cover every shop, only a few are read at once.
const pageSize = 10;

/** Follows the anchors from the first to the newest; returns the first fault. */
async function brokenAnchors(db: Database): Promise<string[]> {
  let last = { number: 0n, hash: noHash };
  while (true) {
    const page = await db
      .select()
      .from(anchors)
      .where(gt(anchors.number, last.number))
      .orderBy(asc(anchors.number))
      .limit(pageSize);
    const end = page.at(-1)?.number;
    if (end === undefined) return [];
    const isHere = (column: AnyPgColumn) => and(gt(column, last.number), lte(column, end));
    const heads = await db.select().from(anchorHeads).where(isHere(anchorHeads.anchor));
    const added = await db.select().from(anchorRows).where(isHere(anchorRows.anchor));
    for (const anchor of page) {
      const { number, previousHash, hash } = anchor;
      if (number !== last.number + 1n) return [`the anchors jump from ${last.number} to ${number}`];
      if (previousHash !== last.hash) return [`anchor ${number} does not follow anchor ${last.number}`];
      const leaves = await coveredHashes(
        heads.filter((head) => head.anchor === number),
        added.filter((row) => row.anchor === number),
      );
      if (anchorHash(anchor, leaves) !== hash) return [`anchor ${number} was changed after it was made`];
      last = anchor;
    }
  }
}

const missingHeads = (db: Database) =>
  findingsOf(
    db,
    sql`select 'anchor ' || a.anchor || ' has transaction ' || a.seq || ' of ' || a.chain || ' with the hash ' || a.hash || ', and the chain has ' || coalesce(t.hash, 'no such transaction') as what
        from anchor_heads a
        left join transactions t on t.chain = a.chain and t.seq = a.seq
        where t.hash is distinct from a.hash order by a.anchor, a.chain limit 50`,
  );

/** The tables with rows that are noted as they are added, and the columns of their keys, as the triggers name them. */
const anchoredTables: Readonly<Record<string, readonly string[]>> = {
  statements: ['id'],
  decision_log: ['seq'],
  withdrawal_steps: ['withdrawal_id', 'step'],
  credit_log: ['id'],
  operator_terms: ['seq'],
  shop_terms: ['shop_id', 'terms_seq'],
};

const changedRows = (db: Database, table: string, columns: readonly string[]) => {
  const key = sql.join(
    columns.map((name) => sql`t.${sql.identifier(name)}`),
    sql`, `,
  );
  return findingsOf(
    db,
    sql`select ${table} || ' ' || coalesce(n.key, t.key) || case when t.key is null then ' was deleted' when n.key is null then ' was added beside the program' else ' was changed' end || coalesce(': it was noted for anchor ' || n.anchor, '') as what
        from (select anchor, key, hash from anchor_rows where "table" = ${table} union all select null, key, hash from unanchored_rows where "table" = ${table}) n
        full join (select concat_ws(':', ${key}) as key, row_hash(to_jsonb(t)) as hash from ${sql.identifier(table)} t) t on t.key = n.key
        where t.hash is distinct from n.hash order by 1 limit 50`,
  );
};

/** Computes all anchors again, and compares what they cover with what is there now. */
export async function auditAnchors(db: Database): Promise<string[]> {
  // Hashes of rows are over their moments as text.
  await db.execute(sql`set local timezone to 'UTC'`);
  const found = await missingHeads(db);
  for (const [table, columns] of Object.entries(anchoredTables))
    found.push(...(await changedRows(db, table, columns)));
  return [...(await brokenAnchors(db)), ...found];
}
