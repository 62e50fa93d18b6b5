// The home screen in one call: what it would ask of six others, each under its own form.
import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { news } from './notices.ts';
import { me } from './session.ts';
import { store } from './shop.ts';
import { homeStat, periods, statLine } from './stats.ts';
import { today } from './today.ts';

export const homeCalls = {
  'POST /v1/home': {
    about: 'All that the home screen shows first: who is signed in, the shop, its figures and what waits.',
    input: v.object({ period: v.optional(v.picklist(periods), 'week') }),
    output: v.object({
      me,
      store,
      stat: homeStat,
      /** The profit of the period. */
      line: statLine,
      /** The first acts, three at most. */
      today,
      news,
    }),
    codes: userCodes(404),
    auth: 'user',
    effect: 'read',
    feature: 'home',
  },
} as const satisfies CallSpecs;
