import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { type CaseState, caseStates } from '../../src/contract/status.ts';
import { afterSaleCases, afterSaleEvents, orderEvents, orders } from '../../src/server/schema.ts';
import {
  type CaseEvent,
  type CaseParty,
  type CaseType,
  caseEvents,
  caseMachine,
  dueCaseEvents,
} from '../../src/server/trade/model/case-machine.ts';
import { driveCase, request, step } from '../harness/cases.ts';
import { kinds } from '../harness/database.ts';
import { addListed, drive, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

// The declared pairs once more, by hand: where each leads, and who brings it about.
type Pair = [event: CaseEvent, to: CaseState, by: CaseParty];
const ends: Pair[] = [
  ['withdraw', 'closed', 'buyer'],
  ['order_ended', 'closed', 'system'],
];
const declared: Record<CaseState, Pair[]> = {
  requested: [['forward', 'merchant_due', 'system'], ...ends],
  merchant_due: [
    ['approve', 'approved', 'merchant'],
    ['reject', 'rejected', 'merchant'],
    ['no_answer', 'platform_review', 'system'],
    ...ends,
  ],
  approved: [
    ['send_back', 'returning', 'buyer'],
    ['expire', 'closed', 'system'],
    ['refund', 'closed', 'system'],
    ['appeal', 'platform_review', 'merchant'],
    ...ends,
  ],
  rejected: [['escalate', 'platform_review', 'buyer'], ['expire', 'closed', 'system'], ...ends],
  platform_review: [
    ['uphold', 'approved', 'platform'],
    ['dismiss', 'closed', 'platform'],
    ['extend', 'platform_review', 'platform'],
    ['expire', 'closed', 'system'],
    ...ends,
  ],
  returning: [['receive', 'received', 'supplier'], ['overdue', 'platform_review', 'system'], ...ends],
  received: [
    ['refund', 'closed', 'system'],
    ['order_ended', 'closed', 'system'],
  ],
  closed: [],
};
// What an approved case waits for depends on whether anything comes back.
const onlyFor: Partial<Record<CaseEvent, CaseType>> = {
  send_back: 'return_refund',
  expire: 'return_refund',
  refund: 'refund',
  appeal: 'refund',
};
const isFor = (state: CaseState, event: CaseEvent, type: CaseType) =>
  state !== 'approved' || (onlyFor[event] ?? type) === type;

const parties: CaseParty[] = ['buyer', 'merchant', 'supplier', 'platform', 'system'];

describe('the case machine', () => {
  it('declares these pairs and no others', () => {
    const found = caseStates.map((state) =>
      Object.entries(caseMachine[state])
        .map(([event, { to, by }]) => [event, to, by].join(' '))
        .sort(),
    );
    expect(found).toEqual(caseStates.map((state) => declared[state].map((pair) => pair.join(' ')).sort()));
  });

  it('leads out of every state but the last, in the end by itself', () => {
    const alone: CaseState[] = [
      'merchant_due',
      'approved',
      'rejected',
      'platform_review',
      'returning',
      'received',
    ];
    expect(Object.keys(dueCaseEvents).sort()).toEqual([...alone].sort());
    for (const [state, events] of Object.entries(dueCaseEvents))
      for (const [type, event] of Object.entries(events)) {
        const found = caseMachine[state as CaseState][event];
        expect([found?.by, found?.only ?? type]).toEqual(['system', type]);
      }
  });
});

describe.each(kinds)('a case on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let goodsId: string;
  const snapshot = async (orderId: string, caseId: string) => ({
    case: await server.deps.db.select().from(afterSaleCases).where(eq(afterSaleCases.id, caseId)),
    events: await server.deps.db.select().from(afterSaleEvents).where(eq(afterSaleEvents.caseId, caseId)),
    order: await server.deps.db.select().from(orders).where(eq(orders.id, orderId)),
    history: await server.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)),
  });
  const begin = async (type: CaseType, state: CaseState) => {
    const order = await drive(server, await place(server, user, goodsId), 'accepted');
    return driveCase(server, await request(server, order.id, { type }), state);
  };

  beforeAll(async () => {
    user = await server.addUser();
    goodsId = (await addListed(server, user)).id;
  });

  // Where nothing comes back a case never waits for it.
  const states = caseStates.flatMap((state) =>
    (['refund', 'return_refund'] as const)
      .filter((type) => type === 'return_refund' || (state !== 'returning' && state !== 'received'))
      .map((type) => [type, state] as const),
  );

  it.each(states)('refuses every other event with 203 and changes nothing: %s, %s', async (type, state) => {
    const row = await begin(type, state);
    const open = declared[state].filter(([event]) => isFor(state, event, type)).map(([event]) => event);
    const before = await snapshot(row.orderId, row.id);
    for (const event of caseEvents.filter((one) => !open.includes(one))) {
      for (const party of parties) {
        const refused = step(server, row.id, { event, party });
        await expect(refused, `${event} by ${party}`).rejects.toMatchObject({ code: codes.invalidOperation });
      }
    }
    expect(await snapshot(row.orderId, row.id)).toEqual(before);
  });

  it.each(states)('goes on by each event that is declared: %s, %s', async (type, state) => {
    for (const [event, to, by] of declared[state].filter(([one]) => isFor(state, one, type))) {
      const row = await begin(type, state);
      const next = await step(server, row.id, { event, party: by });
      expect(next.state, event).toBe(to);
      expect(next.closedAt === null).toBe(to !== 'closed');
      const { events, order } = await snapshot(row.orderId, row.id);
      expect(events.at(-1)).toMatchObject({ event, from: state, to, party: by, actor: 'test' });
      expect(order[0]?.caseSince === null, event).toBe(to === 'closed');
      expect(order[0]?.caseActBy ?? null).toEqual(to === 'merchant_due' ? next.dueAt : null);
    }
  });

  it('lets only the merchant answer, and the merchant do nothing else', async () => {
    const asked = await begin('refund', 'merchant_due');
    for (const [event, party] of [
      ['approve', 'platform'],
      ['reject', 'system'],
      ['withdraw', 'merchant'],
      ['no_answer', 'merchant'],
    ] as const) {
      const refused = step(server, asked.id, { event, party });
      await expect(refused).rejects.toMatchObject({ detail: { reason: 'not_yours_to_do' } });
    }
  });

  it('keeps one open case an order, also where the row is written past it', async () => {
    const asked = await begin('refund', 'merchant_due');
    await expect(request(server, asked.orderId)).rejects.toMatchObject({ detail: { reason: 'case_open' } });
    const second = server.deps.db.insert(afterSaleCases).values({ ...asked, id: `${asked.id}_2` });
    await expect(second).rejects.toThrow();
    await step(server, asked.id, { event: 'withdraw', party: 'buyer' });
    expect((await request(server, asked.orderId)).state).toBe('requested');
  });

  it('keeps what happened to a case as it happened', async () => {
    const { id } = await begin('refund', 'merchant_due');
    const edit = server.deps.db
      .update(afterSaleEvents)
      .set({ actor: 'nobody' })
      .where(eq(afterSaleEvents.caseId, id));
    await expect(edit).rejects.toThrow();
  });

  const openable: [type: CaseType, statuses: string][] = [
    ['refund', 'to_be_shipped shipped to_be_accepted accepted pending_settlement waiting_for_withdrawal'],
    ['return_refund', 'to_be_accepted accepted pending_settlement waiting_for_withdrawal'],
  ];
  it.each(openable)('takes a request of the type %s in exactly these statuses', async (type, listed) => {
    const all = [
      'pending_payment',
      'completed',
      'cancelled',
      'refunded',
      ...(openable[0]?.[1].split(' ') ?? []),
    ];
    for (const status of all as (typeof orders.$inferSelect)['status'][]) {
      const order = await drive(server, await place(server, user, goodsId), status);
      const asking = request(server, order.id, { type });
      if (listed.split(' ').includes(status)) expect((await asking).state, status).toBe('requested');
      else await expect(asking, status).rejects.toMatchObject({ code: codes.invalidOperation });
    }
  });
});
