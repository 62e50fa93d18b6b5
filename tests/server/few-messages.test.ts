import { PGlite, type Transaction } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { template } from '../../src/server/database/template.ts';
import { withFewMessages } from '../harness/few-messages.ts';

interface Fault {
  message: string;
  code: string;
  query: string;
  params: unknown;
}

const asked: [text: string, values?: unknown[]][] = [
  ['insert into t values ($1,$2,$3,$4,$5,$6)', ['x', 5n, new Date(0), { a: 1 }, true, ['p', 'q']]],
  ['insert into t values ($1,$2,$3,$4,$5,$6) returning *', ['y', null, '2020-01-01', [1], false, []]],
  ['insert into t(id) values ($1)', ['x']],
  ['select * from t where id = $1', ['x']],
  ['select * from t where id = $1', ['nobody']],
  ['select a from t where b > $1', ['no date']],
  ['select nothing from t'],
  ['no sentence'],
  [''],
  ['update t set a = a + 1 where id = $1', ['x']],
  ['select 1 / $1::int as x', [0]],
  ['select count(*) from t'],
  ['alter table t alter column a type text'],
  ['insert into t(id, a) values ($1, $2)', ['z', 'words']],
  ['select * from t order by id'],
  ['alter table t add column g int'],
  ['select * from t where id = $1', ['x']],
];

const answersOf = async (client: PGlite): Promise<unknown[]> => {
  const answers: unknown[] = [];
  const ask = (by: Pick<Transaction, 'query'>, text: string, values: unknown[] = []) =>
    by.query(text, values).then(
      ({ rows, fields, affectedRows }) => answers.push({ rows, fields, affectedRows }),
      ({ message, code, query, params }: Fault) => answers.push([message, code, query, params]),
    );
  // Twice, as what was asked before is asked otherwise.
  for (let round = 0; round < 2; round++) {
    await client.exec(
      'create table t(id text primary key, a bigint, b timestamptz, c jsonb, e bool, f text[])',
    );
    for (const [text, values] of asked) await ask(client, text, values);
    await client.transaction(async (tx) => {
      await tx.query('savepoint before');
      await ask(tx, 'insert into t(id) values ($1)', ['x']);
      await tx.query('rollback to savepoint before');
      await ask(tx, 'select * from t where id = $1', ['x']);
    });
    await client.exec('drop table t');
  }
  return answers;
};

it('the embedded database says the same to few messages as to many, faults too', async () => {
  const client = await PGlite.create({ loadDataDir: await template() });
  const plainly = await answersOf(client);
  expect(plainly).toHaveLength(2 * (asked.length + 2));
  expect(await answersOf(withFewMessages(client))).toEqual(plainly);
  await client.close();
});
