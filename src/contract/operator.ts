import * as v from 'valibot';
import { type CallSpecs, publicCodes } from './call-spec.ts';

/** The operator of this platform, and where to complain. All null until the operator has set them. */
const operator = v.object({
  legalName: v.nullable(v.string()),
  licence: v.nullable(v.string()),
  address: v.nullable(v.string()),
  complaint: v.nullable(v.string()),
  hours: v.nullable(v.string()),
  replyTime: v.nullable(v.string()),
  /** Brands of other companies that the operator says it may name. */
  brands: v.array(v.string()),
  /** What visitors of a demo sign in and pay with; null on every real platform. */
  demo: v.optional(
    v.nullable(v.object({ username: v.string(), password: v.string(), payPassword: v.string() })),
  ),
});

export const operatorCalls = {
  'GET /v1/operator': {
    about: 'The legal operator of this platform.',
    input: v.object({}),
    output: operator,
    codes: publicCodes(),
    auth: 'public',
    effect: 'read',
    feature: 'operator',
  },
} as const satisfies CallSpecs;
