import { describe, expect, it } from 'vitest';
import {
  accountInChain,
  accountsOf,
  availableOf,
  chainOf,
  depositOf,
  escrowOf,
  frozenOf,
  mayOverdraw,
  merchantOf,
  platformAccountOf,
  shopBalanceOf,
} from '../../src/server/ledger/account-names.ts';

describe('the name of an account', () => {
  it('says what a shop has in it, or which order', () => {
    expect([availableOf('s1'), frozenOf('s1'), depositOf('s1'), shopBalanceOf('s1')]).toEqual([
      'M.available:s1',
      'M.frozen:s1',
      'M.deposit:s1',
      'M.shop:s1',
    ]);
    expect(accountsOf('s1').sort()).toEqual(['M.available:s1', 'M.deposit:s1', 'M.frozen:s1', 'M.shop:s1']);
    expect(escrowOf('ord_1')).toBe('E.order:ord_1');
  });

  it('is read back as shop and kind where it is a merchant’s, and only there', () => {
    expect(merchantOf('M.deposit:s1')).toEqual({ name: 'deposit', shopId: 's1' });
    for (const other of ['P.fees:s1', 'E.order:o1', 'world:rail', 'M.deposit:', 'M.deposit', 'xM.deposit:s1'])
      expect([other, merchantOf(other)]).toEqual([other, null]);
  });

  it('may fall below zero for the outside world, suppliers’ debts and losses, whole or of a shop', () => {
    const allowed = [
      'world:buyer',
      'world:supplier',
      'world:rail',
      'world:payout',
      'P.loss',
      'P.supplier_receivable',
    ];
    const forbidden = [
      'P.supplier_payable',
      'P.fees',
      'P.ads_deferred',
      'P.ads_revenue',
      'P.clearing',
      'P.clearing_withdraw',
      'P.unknown',
      'M.available',
      'E.order',
    ];
    for (const name of [...allowed, ...forbidden])
      for (const account of [name, `${name}:s1`])
        expect([account, mayOverdraw(account)]).toEqual([account, allowed.includes(name)]);
  });

  it('is that of a shop’s part in its chain, which belongs to one whole account of the platform', () => {
    expect(chainOf('s1')).toBe('s1');
    expect(chainOf(null)).toBe('platform');
    expect(accountInChain('s1', 'P.fees')).toBe('P.fees:s1');
    expect(accountInChain('s1', 'P.fees:s1')).toBe('P.fees:s1');
    expect(accountInChain('s1', 'world:rail')).toBe('world:rail:s1');
    expect(accountInChain('s1', 'M.available:s1')).toBe('M.available:s1');
    expect(accountInChain('s1', 'E.order:o1')).toBe('E.order:o1');
    expect(platformAccountOf('P.fees:s1')).toBe('P.fees');
    expect(platformAccountOf('world:rail')).toBe('world:rail');
    expect(platformAccountOf('M.available:s1')).toBe('M.available:s1');
  });

  it.each(['M.available:s2', 'P.fees:s2', 'world:rail:s2'])('is refused in another chain: %s', (account) => {
    expect(() => accountInChain('s1', account)).toThrow(
      `the account ${account} is not of s1: a posting moves money of one shop`,
    );
  });
});
