import type { Handlers } from '../context.ts';
import { storedBrands } from '../levels/brands.ts';

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
  'GET /v1/operator': async (context) => {
    const brands = await storedBrands(context);
    const said = Object.entries(context.config.operator ?? {}).map(([name, text]) => [name, text || null]);
    return { ...unknown, ...Object.fromEntries(said), brands };
  },
} satisfies Handlers<'GET /v1/operator'>;
