// Bundled into a page of a real engine: `soukCases([name, args])` connects a guest (`connect`, with what `connect`
// takes, say `{ origins }`) or calls the one that is connected. Its answer is JSON.
import { connect } from '../../../bridge/guest/connect.ts';
import type { ConnectOptions } from '../../../bridge/guest/guest-api.ts';
import { serveGuest } from './served-guest.ts';
import { countErrors, strikePage } from './strike-page.ts';

let served: Record<string, (...args: never[]) => Promise<unknown>> = {};

const serve = async ([name, args]: readonly [string, readonly unknown[]]): Promise<unknown> => {
  if (name !== 'connect') return (await served[name]?.(...(args as never[]))) ?? null;
  const options = (args[0] ?? {}) as Partial<ConnectOptions>;
  const guest = serveGuest(connect({ app: 'souk', build: 'cases', ...options }), strikePage);
  served = {
    ...guest,
    attack: async (plan) => {
      const errors = countErrors();
      const report = await guest.attack(plan);
      return { ...report, exceptions: report.exceptions + errors() };
    },
  };
  return null;
};

Object.assign(globalThis, { soukCases: serve });
