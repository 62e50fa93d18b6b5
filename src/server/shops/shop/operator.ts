import type { Handlers } from '../../platform/context.ts';
import { storedBrands } from './brands.ts';

const unnamedOperator = {
  legalName: null,
  licence: null,
  address: null,
  complaint: null,
  hours: null,
  replyTime: null,
  brands: [],
};

export const operatorHandlers = {
  // Fields that the operator has not configured stay empty: nothing is made up.
  'GET /v1/operator': async (context) => {
    const brands = await storedBrands(context);
    const fields = Object.entries(context.config.operator ?? {}).map(([name, text]) => [name, text || null]);
    return { ...unnamedOperator, ...Object.fromEntries(fields), brands };
  },
} satisfies Handlers<'GET /v1/operator'>;
