import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

interface Query {
  text: string;
  values?: unknown[];
}

/** Returns the statements by which some work reads from PostgreSQL, in the order in which they were sent. */
export const readsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const sent: Statement[] = [];
  const { query } = pg.Client.prototype;
  // The driver's own method has eight signatures; all of them are passed on.
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]): unknown {
    const [config, values] = args as [string | Query, unknown[] | undefined];
    const text = typeof config === 'string' ? config : config.text;
    const parameters = values ?? (typeof config === 'string' ? undefined : config.values);
    if (/^\s*(select|with)\b/i.test(text))
      sent.push({ text, values: Array.isArray(parameters) ? parameters : [] });
    return query.apply(this, args as never);
  } as unknown as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
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
