import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../src/server/platform/database/db.ts';

const tablesOf = async (db: Database): Promise<string[]> => {
  const found = await queryRows<{ name: string }>(
    db,
    sql`select tablename::text as name from pg_tables where schemaname = 'public' order by tablename collate "C"`,
  );
  return found.map(({ name }) => name);
};

/** Every row of every table as a line: the table, a tab, the row as the database writes it in JSON. */
export async function dumpDatabase(db: Database): Promise<string[]> {
  const lines: string[] = [];
  for (const table of await tablesOf(db)) {
    const found = await queryRows<{ line: string }>(
      db,
      sql`select row_to_json(t)::text as line from ${sql.identifier(table)} t order by 1`,
    );
    lines.push(...found.map(({ line }) => `${table}\t${line}`));
  }
  return lines;
}

/** Puts the rows of a dump into a database of the same version, in place of what is there. */
export async function restoreDump(db: Database, lines: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    // Neither keys nor triggers: the rows are taken as they were, in whatever order they come.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const table of await tablesOf(tx)) await tx.execute(sql`delete from ${sql.identifier(table)}`);
    for (const line of lines) {
      const [table = '', row] = line.split('\t');
      const name = sql.identifier(table);
      await tx.execute(
        sql`insert into ${name} overriding system value select * from json_populate_record(null::${name}, ${row}::json)`,
      );
    }
    const counters = await queryRows<{ table: string; column: string }>(
      tx,
      sql`select table_name::text as table, column_name::text as column from information_schema.columns
          where table_schema = 'public' and is_identity = 'YES'`,
    );
    for (const { table, column } of counters)
      await tx.execute(
        sql`select setval(pg_get_serial_sequence(${table}, ${column}), coalesce((select max(${sql.identifier(column)}) from ${sql.identifier(table)}), 0) + 1, false)`,
      );
  });
}
