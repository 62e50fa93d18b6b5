import pg from 'pg';

type Send = (config: pg.QueryConfig, ...rest: unknown[]) => Promise<unknown>;
type SubmitTo = (query: pg.Query) => unknown;

const nothing = { rows: [], rowCount: 0 };

/** Sends two statements in one packet. Where the first fails, PostgreSQL does not look at the second. */
const sendTogether = (
  submitTo: SubmitTo,
  { first, config, values }: { first: string; config: pg.QueryConfig; values: unknown[] },
) =>
  new Promise<unknown>((resolve, reject) => {
    const query = new pg.Query(config, values, (error, results: unknown) => {
      if (error) reject(error);
      else resolve(Array.isArray(results) ? results.at(-1) : results);
    });
    const { submit } = query;
    query.submit = (connection) => {
      connection.stream.cork();
      connection.parse({ name: '', text: first, types: [] }, true);
      connection.bind({}, true);
      connection.execute({}, true);
      submit.call(query, connection);
      connection.stream.uncork();
    };
    submitTo(query);
  });

/**
 * Lets a connection keep `begin` back until the first statement of the transaction, and send both in one packet: a
 * round trip less for each transaction, and none at all for one that asks for nothing.
 */
export const beginWithNext = (client: pg.PoolClient): void => {
  const send: Send = client.query.bind(client);
  let begin: string | undefined;
  const query: Send = (config, ...rest) => {
    const { text } = config;
    if (text?.startsWith('begin')) {
      begin = text;
      return Promise.resolve(nothing);
    }
    const first = begin;
    begin = undefined;
    if (!first) return send(config, ...rest);
    if (text === 'commit' || text === 'rollback') return Promise.resolve(nothing);
    const [values] = rest;
    if (Array.isArray(values) && values.length > 0)
      return sendTogether(send as unknown as SubmitTo, { first, config, values });
    // Without parameters it may be several statements, which cannot be sent together with another.
    return send({ text: first }).then(() => send(config, ...rest));
  };
  Object.assign(client, { query });
};

/**
 * Lets a connection plan a statement that has a name once, and not each time it is sent. A name with which something
 * failed is given up: PostgreSQL may not have come to know it.
 */
export const planOnce = (client: pg.PoolClient): void => {
  const send: Send = client.query.bind(client);
  let failures = 0;
  const query: Send = (config, ...rest) => {
    if (!config.name) return send(config, ...rest);
    return send({ ...config, name: `${config.name}_${failures}` }, ...rest).catch((error) => {
      failures += 1;
      throw error;
    });
  };
  Object.assign(client, { query });
};

/** Lets a connection send statements without their names: behind a pooler the next may reach another session. */
export const planEachTime = (client: pg.PoolClient): void => {
  const send: Send = client.query.bind(client);
  const query: Send = (config, ...rest) =>
    send(config.name ? { ...config, name: undefined } : config, ...rest);
  Object.assign(client, { query });
};
