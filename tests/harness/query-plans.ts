import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

// The driver's own method has eight signatures; all of them are passed on.
type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const statementOf = ([config, values]: unknown[]): Statement => {
  const query = typeof config === 'string' ? { text: config } : (config as Partial<Statement>);
  const parameters = values ?? query.values;
  return { text: query.text ?? '', values: Array.isArray(parameters) ? parameters : [] };
};

/** Runs some work while another function sends the statements of every client. */
const whileSentBy = async (send: (query: Query) => Query, work: () => Promise<unknown>): Promise<void> => {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = send(query as Query) as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
};

/** Returns the statements by which some work reads from PostgreSQL, in the order in which they were sent. */
export const readsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const sent: Statement[] = [];
  await whileSentBy(
    (query) =>
      function (...args) {
        const statement = statementOf(args);
        if (/^\s*(select|with)\b/i.test(statement.text)) sent.push(statement);
        return query.apply(this, args);
      },
    work,
  );
  return sent;
};

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Runs each statement once more by EXPLAIN (ANALYZE, BUFFERS), and returns its plan. */
export const plansOf = async (url: string, statements: Statement[]): Promise<Plan[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const plans: Plan[] = [];
  try {
    for (const { text, values } of statements) {
      await client.query(`begin; set local time zone 'UTC'`);
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
      plans.push(rows[0]['QUERY PLAN'][0].Plan);
      await client.query('rollback');
    }
  } finally {
    await client.end();
  }
  return plans;
};

/**
 * Returns the plans of all statements of some work within a transaction: each is run by EXPLAIN (ANALYZE, BUFFERS) just
 * before it is sent, which is undone. What triggers read behind a statement is in none of them.
 */
export const plansWithin = async (work: () => Promise<unknown>): Promise<Plan[]> => {
  const plans: Plan[] = [];
  let last: Promise<unknown> = Promise.resolve();
  await whileSentBy(
    (query) =>
      function (...args) {
        const { text, values } = statementOf(args);
        const explain = async () => {
          await query.call(this, 'savepoint explained');
          const explained = query.call(this, `explain (analyze, buffers, format json) ${text}`, values);
          const { rows } = (await explained) as pg.QueryResult;
          await query.call(this, 'rollback to savepoint explained');
          return rows[0]['QUERY PLAN'][0].Plan;
        };
        // One after another: a savepoint is the whole connection's.
        const answer = last.then(async () => {
          if (/^\s*(select|with|insert|update|delete)\b/i.test(text)) {
            // Twice: where a connection runs a statement first, it reads the catalogues of what that uses, too.
            await explain();
            plans.push(await explain());
          }
          return query.apply(this, args);
        });
        last = answer.catch(() => {});
        return answer;
      },
    work,
  );
  return plans;
};

/** Returns every node of a plan, the plan itself first. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Returns how many rows a node fetched from a table or an index, filtered ones included; 0 for all other nodes. */
export const rowsOf = (node: Plan): number => {
  if (node['Relation Name'] === undefined && node['Index Name'] === undefined) return 0;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
};

export const rowsRead = (plan: Plan): number => nodesOf(plan).reduce((sum, node) => sum + rowsOf(node), 0);

export const blocksRead = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
