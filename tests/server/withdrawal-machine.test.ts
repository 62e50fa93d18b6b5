import { expect, it } from 'vitest';
import { hour } from '../../src/server/platform/clock.ts';
import {
  stateOf,
  stepOf,
  withdrawalMachine,
} from '../../src/server/services/withdrawals/withdrawal-machine.ts';

it('a withdrawal goes these ways and no other', () => {
  const ways = Object.entries(withdrawalMachine).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => `${from} ${event} ${to}`),
  );
  expect(ways).toEqual([
    'submitted start paying',
    'submitted cancel cancelled',
    'submitted reject rejected',
    'paying send sent',
    'lapsed start paying',
    'lapsed send sent',
    'lapsed cancel cancelled',
    'lapsed reject rejected',
    'sent confirm paid',
    'sent give_back returned',
    'sent overdue overdue',
    'overdue confirm paid',
    'overdue give_back returned',
    'overdue recall recalled',
    'recalled confirm paid',
    'recalled give_back restored',
    'recalled restore restored',
    'restored confirm lost',
    'paid give_back returned',
  ]);
});

it.each([
  [null, 0, 'submitted'],
  [4, 3, 'paying'],
  [4, 4, 'lapsed'],
] as const)('a withdrawal that is being paid until hour %s is at hour %i %s', (until, at, state) => {
  const row = {
    step: 'submitted' as const,
    payingUntil: until && new Date(until * hour),
    overdueAt: null,
    recalledAt: null,
    lostAt: null,
    sentBackAt: null,
  };
  expect(stateOf(row, new Date(at * hour))).toBe(state);
  expect(stepOf(state)).toBe('submitted');
  expect(stateOf({ ...row, step: 'sent' }, new Date(at * hour))).toBe('sent');
});
