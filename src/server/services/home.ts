import { HOME_ACTS } from '../../contract/counts.ts';
import type { Handlers } from '../platform/context.ts';
import { inboxHandlers } from './inbox/inbox.ts';
import { profileHandlers } from './profile/profile.ts';
import { signInHandlers } from './sign-in/sign-in.ts';
import { statsHandlers } from './stats/stats.ts';
import { todayHandlers } from './today/today.ts';

export const homeHandlers = {
  // One after another: a home screen takes one connection of the database, as any call does.
  'POST /v1/home': async (context, { period }) => ({
    me: await signInHandlers['GET /v1/me'](context),
    store: await profileHandlers['POST /v1/store/info'](context),
    stat: await statsHandlers['POST /v1/home/stat'](context),
    line: await statsHandlers['POST /v1/home/stat_line'](context, { metric: 'profit', range: period }),
    today: await todayHandlers['POST /v1/today'](context, { limit: HOME_ACTS }),
    news: await inboxHandlers['POST /v1/notify/check'](context, {}),
  }),
} satisfies Partial<Handlers>;
