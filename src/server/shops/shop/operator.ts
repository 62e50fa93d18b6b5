import { demoLogin } from '../../platform/config/demo-login.ts';
import type { Handlers } from '../../platform/context.ts';

const unnamedOperator = {
  legalName: null,
  licence: null,
  address: null,
  complaint: null,
  hours: null,
  replyTime: null,
};

export const operatorHandlers = {
  // Fields that the operator has not configured stay empty: nothing is made up.
  'GET /v1/operator': async ({ config }) => {
    const { operator, brands, demo } = config;
    const fields = Object.entries(operator ?? {}).map(([name, text]) => [name, text || null]);
    return { ...unnamedOperator, ...Object.fromEntries(fields), brands, demo: demo ? demoLogin : null };
  },
} satisfies Partial<Handlers>;
