// What the machine gives at best: a route that asks the same PostgreSQL for one row, by the same framework and driver.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = new Hono();
app.all('*', async (c) => c.json((await pool.query('select 1 as one')).rows[0]));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`  App:   http://127.0.0.1:${port}\n`);
});
