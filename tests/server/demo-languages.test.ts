import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import english from '../../locales/demo/en.json' with { type: 'json' };
import { calls, type Output } from '../../src/contract/calls.ts';
import { complain } from '../../src/server/demo/buyer-complaints.ts';
import { complaints } from '../../src/server/demo/complaint.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { demoSentences, demoText } from '../../src/server/platform/texts/demo-texts.ts';
import { languages } from '../../src/server/platform/texts/languages.ts';
import { orders } from '../../src/server/schema.ts';
import { seedHelp } from '../../src/server/services/help/seed-help.ts';
import { apply } from '../harness/identity.ts';
import { useServer } from '../harness/use-server.ts';

const demo = { ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '1' }), passwordCost: 16 };
const others = Object.keys(languages).filter((tag) => tag !== 'en');
const demoTexts = Object.values(english).flatMap((section) => Object.values<string>(section));

type Call = [name: string, input: object, token: string];
type Leaf = [path: string, text: string];

function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
}

/** Returns whether a text has two small words in a row, which no name of a shop, a person or a carrier has. */
const isSentence = (text: string): boolean => /[a-z]{2,} [a-z]{2,}/.test(text);

const readsWithoutInput = Object.entries(calls).flatMap(([name, { effect, auth, input }]) =>
  effect === 'read' && auth === 'user' && v.safeParse(input, {}).success ? [name] : [],
);

describe('the demo', () => {
  const server = useServer('postgres', { config: demo });
  let token: string;
  let screens: Call[];
  let inEnglish: Map<string, string>[];
  const ask = async <T>([name, input, as]: Call, lang: string) => {
    const headers = { 'accept-language': lang };
    const { code, data } = await server.call<T>(name, input, { token: as, headers });
    expect([name, code]).toEqual([name, 200]);
    return data;
  };
  const operate = (name: string, flags: object) => server.decide(name, flags, 'demo');

  /** Plays a case in which the buyer and the platform speak. */
  async function playCase(): Promise<string> {
    const [order] = await server.deps.db
      .select()
      .from(orders)
      .where(eq(orders.status, 'waiting_for_withdrawal'));
    const { id } = await inTransaction(server.deps.db, (db) =>
      complain({ ...server.deps, db }, order?.id ?? '', complaints.otherThing),
    );
    const answer = { caseId: id, answer: 'reject', reason: '…' };
    await server.call('POST /v1/order/after-sale', answer, { token, key: randomUUID() });
    await operate('case-escalate', { order: order?.no, reason: demoSentences.not_agreed });
    await operate('case-decide', {
      order: order?.no,
      result: 'approve',
      reason: demoSentences.case_right,
    });
    return id;
  }

  beforeAll(async () => {
    await seedHelp(server.deps);
    await seedDemo(server.deps);
    const login = { username: 'amina', password: 'souk-demo-1' };
    token = (await server.call<{ token: string }>('POST /login', login)).data.token;
    const applicant = await server.addUser();
    await apply(server, applicant);
    await operate('identity-reject', {
      shop: applicant.shopId,
      reasons: 'front:blurry',
      reason: demoSentences.daylight,
    });
    const caseId = await playCase();
    const [parcel] = await server.deps.db.select().from(orders).where(isNotNull(orders.trackingNo));
    await operate('stock', { goods: 'KD-101', stock: '0' });
    await server.deps.db
      .update(orders)
      .set({ remark: demoSentences.no_invoice })
      .where(eq(orders.status, 'pending_payment'));
    screens = [
      ...readsWithoutInput.map((name): Call => [name, {}, token]),
      ['POST /v1/goods/list', { limit: 50 }, token],
      ['POST /v1/order/list', { limit: 50 }, token],
      ['POST /v1/notify/list', { limit: 50 }, token],
      ['POST /v1/order/after-sale/info', { caseId }, token],
      ['POST /v1/order/logistics', { orderId: parcel?.id }, token],
      ['POST /v1/per/info', {}, applicant.token],
      ['POST /v1/notify/list', {}, applicant.token],
    ];
    inEnglish = [];
    for (const screen of screens) inEnglish.push(new Map(leavesOf(await ask(screen, 'en'))));
  });

  it('shows in English the texts of every part that it translates', () => {
    const shown = inEnglish.flatMap((leaves) => [...leaves.values()]).join('\n');
    const { types, goods, offers, slides, sentences } = english;
    const played = [
      sentences.other_thing,
      sentences.not_agreed,
      sentences.case_right,
      sentences.no_invoice,
      sentences.daylight,
    ];
    const parts = [types, goods, offers, slides].flatMap((part) => Object.values<string>(part));
    expect([...parts, ...played].filter((text) => !shown.includes(text))).toEqual([]);
  });

  it.each(others)('has no English text in any answer to a reader of %s', async (lang) => {
    const left: unknown[] = [];
    for (const [at, screen] of screens.entries()) {
      for (const [path, text] of leavesOf(await ask(screen, lang))) {
        const isSame = inEnglish[at]?.get(path) === text && isSentence(text);
        if (isSame || demoTexts.some((written) => text.includes(written))) left.push([screen[0], path, text]);
      }
    }
    expect(left).toEqual([]);
  });

  it.each(others)('finds its goods and their orders by a name in %s', async (lang) => {
    type Found = Output<'POST /v1/goods/list'>;
    const name = (code: keyof typeof english.goods) => demoText('goods', code).translations[lang] ?? '';
    const search = (keyword: string) => ask<Found>(['POST /v1/goods/list', { keyword }, token], lang);
    const found = await search(name('DT-652').toUpperCase());
    expect(found.list).toMatchObject([{ goodsCode: 'DT-652', name: name('DT-652') }]);
    expect((await search(english.goods['DT-652'])).list).toHaveLength(1);
    // A keyboard has the plain space only.
    const bottle = await search(name('BT-541').replaceAll('\u00a0', ' '));
    expect(bottle.list).toMatchObject([{ goodsCode: 'BT-541' }]);
    const { list } = await ask<Output<'POST /v1/order/list'>>(['POST /v1/order/list', {}, token], lang);
    const bought = list[0]?.items[0]?.name ?? '';
    const byName = await ask<typeof found>(['POST /v1/order/list', { keyword: bought }, token], lang);
    expect(JSON.stringify(byName.list)).toContain(list[0]?.no);
  });
});
