import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../src/server/platform/database/db.ts';

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
}

/** Returns the SQL of a column's value in row `i`: three thousand shops, and no two rows alike. */
const valueInRow = ({ column, type, nullable }: Column): string => {
  if (nullable && /_at$/.test(column)) return `case when i % 2 = 0 then now() - i * interval '1 minute' end`;
  if (column === 'shop_id') return `'shop_' || i % 3000`;
  if (/^timestamp/.test(type)) return `now() - i * interval '1 minute'`;
  if (type === 'date') return 'current_date - i';
  if (type === 'jsonb') return `'[]'::jsonb`;
  if (type === 'boolean') return 'i % 2 = 0';
  if (type === 'ARRAY') return `array['${column}_' || i]`;
  if (type === 'bytea') return `''::bytea`;
  if (type === 'smallint') return 'i % 5';
  if (/int|numeric/.test(type)) return 'i + 1000000000';
  return `'${column}_' || i`;
};

/**
 * Fills every table with generated rows, so that the planner has the statistics
 * of a large database. Drops check constraints and disables triggers first: from then on the database serves for plans
 * only.
 */
export const fillTables = async (db: Database, count: number): Promise<void> => {
  const columns = await queryRows<Column>(
    db,
    sql`select table_name::text as table, column_name::text as column, data_type::text as type, is_nullable = 'YES' as nullable
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and is_identity = 'NO'`,
  );
  const checks = await queryRows<{ table: string; name: string }>(
    db,
    sql`select conrelid::regclass::text as table, conname::text as name from pg_constraint
        where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of checks)
    await db.execute(sql.raw(`alter table ${table} drop constraint "${name}"`));
  for (const table of new Set(columns.map((one) => one.table))) {
    const filled = columns.filter((column) => column.table === table);
    const names = filled.map(({ column }) => `"${column}"`).join(', ');
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(
        sql.raw(
          `insert into "${table}" (${names}) select ${filled.map(valueInRow).join(', ')} from generate_series(1, ${count}) i on conflict do nothing`,
        ),
      );
    });
  }
  await db.execute(sql`analyze`);
};
