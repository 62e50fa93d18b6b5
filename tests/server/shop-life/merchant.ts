import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Output } from '../../../src/contract/calls.ts';
import { codes } from '../../../src/contract/errors.ts';
import { after } from '../../../src/server/platform/clock.ts';
import { payPassword } from '../../harness/server.ts';
import { dateOf, type Life, nextDateOf, rules, someOf, upTo } from './life.ts';

interface Quota {
  used: number;
  limit: number;
  resetsAt: string;
}

const nowOf = (life: Life): Date => life.server.clock.now();

/** Calls as the merchant; an answer that is none of those that the rules allow fails the life. */
async function call<T>(life: Life, name: string, input: object, allowed: number | number[]) {
  const answer = await life.server.call<T>(name, input, { token: life.user.token, key: randomUUID() });
  expect([allowed].flat(), `${name} ${JSON.stringify(input)}: ${answer.text}`).toContain(answer.code);
  life.seen.add(`${name.split('/v1/')[1]} ${answer.code}`);
  return answer;
}

/** The quota of this date as the shop's own calendar has it. */
const quotaOf = (life: Life, used: number, limit: number): Quota => ({
  used,
  limit,
  resetsAt: nextDateOf(life.zone, nowOf(life)).toISOString(),
});

const onThisDate = (life: Life) => (at: Date) => dateOf(life.zone, at) === dateOf(life.zone, nowOf(life));

async function list(life: Life): Promise<void> {
  const { goods, listed } = life;
  const unlisted = goods.filter(({ id }) => !listed.has(id));
  const chosen = someOf(life, unlisted, upTo(life, 6));
  if (chosen.length === 0) return;
  const items = chosen.map(({ id }) => ({ goodsId: id, sellingPrice: '20.00' }));
  const should = listed.size + chosen.length > rules.goods ? codes.showcaseGoodsMaximum : codes.ok;
  const { code, data } = await call<Output<'POST /v1/showcase/add'>>(
    life,
    'POST /v1/showcase/add',
    { items },
    should,
  );
  if (code !== codes.ok) return;
  const since = after(nowOf(life), -rules.removalCanBeUndone);
  for (const { goodsId } of items) {
    const listing = data.added.find((added) => added.goodsId === goodsId)?.id ?? '';
    listed.set(goodsId, listing);
    life.removed = life.removed.filter((removal) => removal.listing !== listing || removal.at < since);
  }
}

async function unlist(life: Life): Promise<void> {
  const chosen = someOf(life, [...life.listed], upTo(life, 8));
  if (chosen.length === 0) return;
  const used = life.removed.map(({ at }) => at).filter(onThisDate(life)).length;
  const fits = used + chosen.length <= rules.removalsADay;
  const { code, data } = await call<{ deleteQuota: Quota; params: Quota }>(
    life,
    'POST /v1/showcase/del',
    { ids: chosen.map(([, listing]) => listing) },
    fits ? codes.ok : codes.showcaseDeleteLimit,
  );
  if (code !== codes.ok) {
    expect(data.params).toEqual(quotaOf(life, used, rules.removalsADay));
    return;
  }
  expect(data.deleteQuota).toEqual(quotaOf(life, used + chosen.length, rules.removalsADay));
  for (const [goodsId, listing] of chosen) {
    life.listed.delete(goodsId);
    life.removed.push({ listing, at: nowOf(life) });
  }
}

async function invite(life: Life): Promise<void> {
  const used = life.invited.filter(onThisDate(life)).length;
  const open = life.invited.filter((at) => after(at, rules.invitationLasts) > nowOf(life)).length;
  const mayInvite = open < rules.openInvitations ? codes.ok : codes.addFailed;
  const should = used < rules.invitationsADay ? mayInvite : codes.friendSupportMaximum;
  const { data } = await call<{ today: Quota; params: Quota }>(life, 'POST /v1/user/invite/add', {}, should);
  if (should === codes.addFailed) return;
  if (should === codes.ok) life.invited.push(nowOf(life));
  const quota = quotaOf(life, Math.min(used + 1, rules.invitationsADay), rules.invitationsADay);
  expect(should === codes.ok ? data.today : data.params).toMatchObject(quota);
}

async function ordersOf(life: Life, filter: object) {
  const input = { limit: 50, ...filter };
  const { data } = await call<Output<'POST /v1/order/list'>>(life, 'POST /v1/order/list', input, codes.ok);
  return data.list;
}

const payableOf = async (life: Life, most: number) => {
  const waiting = await ordersOf(life, { status: 'pending_payment' });
  const since = after(nowOf(life), -rules.payBy);
  return someOf(
    life,
    waiting.filter(({ createdAt }) => new Date(createdAt) > since).map(({ id }) => id),
    most,
  );
};

async function pay(life: Life): Promise<void> {
  const orderIds = await payableOf(life, 3);
  if (orderIds.length === 0) return;
  const { code, data } = await call<Output<'POST /v1/order/pay'>>(
    life,
    'POST /v1/order/pay',
    { orderIds, payPassword },
    [codes.ok, codes.insufficientBalance],
  );
  if (code !== codes.ok) return;
  expect(data.results.map((result) => result.status)).toEqual(orderIds.map(() => 'to_be_shipped'));
}

async function decline(life: Life): Promise<void> {
  if (life.chance() < 0.6) return;
  for (const orderId of await payableOf(life, 1))
    await call(life, 'POST /v1/order/decline', { orderId, reason: 'Out of packaging' }, codes.ok);
}

async function answerCase(life: Life): Promise<void> {
  const open = await ordersOf(life, { afterSale: 'open' });
  const mine = open.flatMap(({ afterSale }) => (afterSale?.state === 'merchant_due' ? [afterSale] : []));
  for (const { caseId, actBy } of someOf(life, mine, 1)) {
    if (!actBy || new Date(actBy) <= nowOf(life)) continue;
    const answer =
      life.chance() < 0.5 ? { answer: 'approve' } : { answer: 'reject', reason: 'It was whole.' };
    await call(life, 'POST /v1/order/after-sale', { caseId, ...answer }, [
      codes.ok,
      codes.insufficientBalance,
    ]);
  }
}

async function withdraw(life: Life): Promise<void> {
  const input = { amount: `${upTo(life, 30) + 9}.00`, accountId: life.accountId, payPassword };
  const { code, data } = await call<Output<'POST /v1/user/withdraw/add'>>(
    life,
    'POST /v1/user/withdraw/add',
    input,
    [codes.ok, codes.insufficientBalance],
  );
  if (code === codes.ok) life.withdrawals.set(data.withdrawal.id, 'submitted');
}

async function takeBack(life: Life): Promise<void> {
  // An old one is only refused; the last few are where it can be in time.
  for (const [id, step] of someOf(life, [...life.withdrawals].slice(-3), 1)) {
    const should = step === 'submitted' ? codes.ok : codes.invalidOperation;
    const { code } = await call(life, 'POST /v1/user/withdraw/cancel', { id }, should);
    if (code === codes.ok) life.withdrawals.set(id, 'ended');
  }
}

/** All that a merchant does, each judged by the counts of the life. */
export const acts = { list, unlist, invite, pay, decline, answerCase, withdraw, takeBack };
