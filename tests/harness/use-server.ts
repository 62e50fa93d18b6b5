import { afterAll, beforeAll, expect } from 'vitest';
import { audit } from '../../src/server/audit/audit.ts';
import type { Kind } from './database.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/**
 * Starts the real server for a suite that writes rows past the program, or plays a handler: an audit would find just
 * that. What it returns can be used from the first hook on.
 */
export function useUnauditedServer(kind: Kind, options?: TestServerOptions): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await startTestServer(kind, options));
  });
  afterAll(() => server.close());
  return server;
}

/** Starts the real server for a suite, and audits its books at the end. */
export function useServer(kind: Kind, options?: TestServerOptions): TestServer {
  const server = useUnauditedServer(kind, options);
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
  });
  return server;
}
