import { serveDemo } from '../../tools/demo-server.mjs';
import { testLangs } from './langs.mjs';

export type Served = Awaited<ReturnType<typeof serveDemo>>;

/** The built server with the demo shop, in the languages of a test build. */
export const serve = (env: Record<string, string> = {}): Promise<Served> =>
  serveDemo({ SOUK_LANGS: testLangs, ...env });
