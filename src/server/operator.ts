import type { Handlers } from './context.ts';

const unknown = {
  legalName: null,
  licence: null,
  address: null,
  complaint: null,
  hours: null,
  replyTime: null,
  brands: [],
};

export const operatorHandlers = {
  // An operator that has not said who it is stays unnamed: nothing is made up.
  'GET /v1/operator': async ({ config }) => {
    if (!config.operator) return unknown;
    const { brands, ...texts } = config.operator;
    const said = Object.entries(texts).map(([name, text]) => [name, text || null]);
    return { ...unknown, ...Object.fromEntries(said), brands };
  },
} satisfies Handlers<'GET /v1/operator'>;
