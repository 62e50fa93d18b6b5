import * as v from 'valibot';
import { expect, it } from 'vitest';
import { decisions } from '../../src/server/operators/decisions.ts';
import { flagRefused } from '../../src/server/operators/ops-refusals.ts';

it.each([
  ['place-order', 'quantity', { goods: 'BT-541', quantity: 'two' }, 'Expected a whole number, like "5".'],
  ['scan', 'at', { order: 'SK-1', at: 'yesterday' }, 'Expected a time, like "2026-03-01T09:00:00Z".'],
])('a refusal of %s with an invalid %s names in words what is expected', (name, flag, flags, expected) => {
  const decision = decisions[name];
  if (!decision) throw new Error(`no decision ${name}`);
  const { issues = [] } = v.safeParse(decision.flags, flags);
  const issue = issues.find((each) => v.getDotPath(each) === flag);
  if (!issue) throw new Error(`no issue at ${flag}`);
  expect(flagRefused(name, decision, issue).detail.message).toContain(expected);
});
