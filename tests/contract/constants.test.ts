import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { flowAccounts, flowKinds } from '../../src/contract/flow.ts';
import { limits } from '../../src/contract/limits.ts';
import { limitsOutput } from '../../src/contract/session.ts';
import {
  fallbackActions,
  orderActions,
  orderStatuses,
  parcelStatuses,
  shopLevels,
} from '../../src/contract/status.ts';

describe('limits', () => {
  test('the defaults are what /v1/me may deliver, with nothing left out', () => {
    expect(v.parse(limitsOutput, limits)).toEqual(limits);
  });

  test.each([
    ['accountsPerUser', 5],
    ['feedbackMinGraphemes', 5],
    ['feedbackMaxGraphemes', 300],
    ['invitationsPerDay', 2],
    ['showcaseDeletionsPerDay', 10],
    ['uploadMb', 5],
    ['minimumDeposit', '20.00'],
    ['minimumWithdrawal', '10.00'],
    ['platformFeePercent', '5'],
    ['quoteMinutes', 5],
  ] as const)('%s is %s unless configured', (name, value) => {
    expect(limits[name]).toBe(value);
  });

  test('each level has its room and its deposit', () => {
    expect(limits.goodsByLevel).toEqual({ shop: 20, merchant: 50, agent: 100, partner: 300 });
    expect(limits.depositByLevel).toEqual({
      shop: '0.00',
      merchant: '200.00',
      agent: '500.00',
      partner: '1000.00',
    });
    expect(Object.keys(limits.goodsByLevel)).toEqual([...shopLevels]);
  });
});

describe('closed lists', () => {
  test('the order statuses are the ten of the specification', () => {
    const specified = `pending_payment to_be_shipped shipped to_be_accepted accepted pending_settlement
      waiting_for_withdrawal completed cancelled refunded`;
    expect(orderStatuses).toEqual(specified.split(/\s+/));
  });

  test.each([
    ['order actions', orderActions, 5],
    ['parcel statuses', parcelStatuses, 9],
    ['flow kinds', flowKinds, 18],
    ['flow accounts', flowAccounts, 4],
  ])('%s name each thing once', (_, list, size) => {
    expect([new Set<string>(list).size, list.length]).toEqual([size, size]);
  });

  test('the client without allowedActions offers only actions that the specification has a call for', () => {
    const offered = new Set(Object.values(fallbackActions).flat());
    expect([...offered].sort()).toEqual(['comment', 'logistics', 'pay']);
  });
});
