import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { languages } from '../../src/server/platform/texts/languages.ts';
import { articles, articleTexts, shops } from '../../src/server/schema.ts';
import { blocksOf } from '../../src/server/services/help/blocks.ts';
import { seedHelp } from '../../src/server/services/help/seed-help.ts';
import { type Kind, kinds } from '../harness/database.ts';
import { startTestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Detail = Output<'POST /v1/home/qa_detail'>;

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');
const textOf = ({ blocks }: Detail) =>
  plain(blocks.flatMap(({ text, items = [] }) => [text, ...items]).join('\n'));
const shipped = Object.keys(languages.en?.help.articles ?? {});

describe.each(kinds)('questions and answers on %s', (kind: Kind) => {
  const server = useServer(kind, { config: { langs: ['en', 'ar', 'zh-CN', 'sv'] } });
  let user: TestUser;
  const as = (lang: string) => ({ token: user.token, headers: { 'accept-language': lang } });
  const list = (input: object = {}, lang = 'en') => server.call('POST /v1/home/qa', input, as(lang));
  const detail = (id: string, lang = 'en') => server.call('POST /v1/home/qa_detail', { id }, as(lang));
  const found = async (keyword: string, lang = 'en') =>
    (await list({ keyword }, lang)).data.list.map(({ id }) => id);
  const publish = (input: object) =>
    server.decide(
      'qa-publish',
      { category: 'Orders', lang: 'en', body: 'Words.', title: 'T', ...input },
      'ann',
    );
  const refused = (name: string, input: object) =>
    server.decide(name, input, 'ann').then(
      () => null,
      (error: { code: number }) => error.code,
    );

  beforeAll(async () => {
    user = await server.addUser();
  });
  beforeEach(() => seedHelp(server.deps));
  afterEach(async () => {
    await server.deps.db.delete(articleTexts);
    await server.deps.db.delete(articles);
  });

  it('are those that ship with the server, in the reader’s language', async () => {
    const { code, data } = await list();
    expect(code).toBe(codes.ok);
    expect(data.list.map(({ id }) => id)).toEqual(shipped);
    expect(data.list[0]).toEqual({
      id: 'order-statuses',
      category: 'Orders',
      title: 'What does each order status mean?',
      updatedAt: server.clock.now().toISOString(),
    });
    expect((await list({}, 'zh-CN')).data.list[0]?.title).toBe('各个订单状态是什么意思？');
    expect((await detail('order-statuses', 'ar')).data).toMatchObject({
      lang: 'ar',
      fallback: false,
      title: 'ماذا تعني كل حالة من حالات الطلب؟',
    });
  });

  it('are shown to permitted users only, where they are for product support', async () => {
    await publish({ id: 'press-fit', permission: 'product_support', title: 'Does the lid fit?' });
    await publish({ id: 'press-fit', lang: 'ar', title: 'هل يناسب الغطاء؟' });
    expect((await list()).data.list.map(({ id }) => id)).not.toContain('press-fit');
    expect(await detail('press-fit', 'ar')).toMatchObject({
      code: codes.insufficientPermissions,
      data: { params: { permission: 'product_support' } },
    });
    const permit = { user: user.username, permission: 'product_support' };
    await server.decide('permit', permit, 'ann');
    expect((await list()).data.list.map(({ id }) => id)).toContain('press-fit');
    expect((await detail('press-fit')).data.title).toBe('Does the lid fit?');
    await server.decide('permit', { ...permit, take: true }, 'ann');
    expect((await detail('press-fit')).code).toBe(codes.insufficientPermissions);
    await publish({ id: 'press-fit', permission: 'none' });
    expect((await detail('press-fit')).code).toBe(codes.ok);
  });

  it('contain the figures that are in force here, each in the reader’s own way', async () => {
    expect(textOf((await detail('withdrawing')).data)).toContain(
      'The fee is 1.5% (at least $0.50), deducted from the amount.',
    );
    expect(textOf((await detail('order-statuses')).data)).toContain('You have 48 hours.');
    expect(textOf((await detail('order-statuses', 'zh-CN')).data)).toContain('请在48小时内支付。');
    expect(textOf((await detail('holds', 'ar')).data)).toMatch(/خلال 14 يومًا/);
    const { limits } = readConfig({
      NODE_ENV: 'test',
      SOUK_DEMO: '0',
      SOUK_LIMIT_PAY_BY_HOURS: '72',
      SOUK_LIMIT_WITHDRAWAL_FEE_PERCENT: '2.25',
    });
    const other = await startTestServer(kind, { config: { limits } });
    await seedHelp(other.deps);
    const { token, shopId } = await other.addUser();
    await other.deps.db.update(shops).set({ currency: 'AED' }).where(eq(shops.id, shopId));
    const ask = async (id: string) =>
      textOf((await other.call('POST /v1/home/qa_detail', { id }, { token })).data);
    expect(await ask('order-statuses')).toContain('You have 72 hours.');
    expect(await ask('withdrawing')).toContain('The fee is 2.25% (at least AED 0.50)');
    await other.close();
  });

  it('are English where a language is not there, and say so', async () => {
    const { data } = await detail('order-statuses', 'sv');
    expect(data).toMatchObject({ lang: 'en', fallback: true });
    expect((await list({}, 'sv')).data.list).toHaveLength(shipped.length);
  });

  it('are found by what they say, figures too, whatever the case, the width and the marks', async () => {
    expect(await found('RECHARGE')).toContain('recharging');
    expect(await found('ｒｅｃｈａｒｇｅ')).toContain('recharging');
    expect(await found('48 hours')).toContain('pay-or-decline');
    expect(await found('مُجمّد', 'ar')).toEqual(await found('مجمد', 'ar'));
    expect(await found('مجمد', 'ar')).toContain('wallet-amounts');
    expect(await found('%')).not.toContain('stay-safe');
    expect((await list({ keyword: 'nothing says this' })).data.list).toEqual([]);
  });

  it('are 404 by an id that is not there, 427 where there are none at all', async () => {
    expect((await detail('nothing')).code).toBe(codes.recordNotFound);
    await server.deps.db.delete(articleTexts);
    expect((await list()).code).toBe(codes.languageNotConfigured);
  });

  it('are 427 where they are there in other languages only', async () => {
    await publish({ id: 'only-arabic', lang: 'ar' });
    expect((await detail('only-arabic', 'ar')).code).toBe(codes.ok);
    expect((await detail('only-arabic', 'zh-CN')).code).toBe(codes.languageNotConfigured);
    expect((await list({}, 'zh-CN')).data.list.map(({ id }) => id)).not.toContain('only-arabic');
  });

  it('are listed by their position, which publishing changes alone too', async () => {
    for (const id of ['one', 'two', 'three']) await publish({ id });
    const own = async () => (await list()).data.list.map(({ id }) => id).slice(shipped.length);
    expect(await own()).toEqual(['one', 'two', 'three']);
    await publish({ id: 'four', position: '500' });
    await server.decide('qa-publish', { id: 'one', position: '501' }, 'ann');
    expect(await own()).toEqual(['two', 'three', 'four', 'one']);
    await publish({ id: 'four', title: 'Rewritten' });
    await seedHelp(server.deps);
    expect(await own()).toEqual(['two', 'three', 'four', 'one']);
    expect((await detail('one')).data.title).toBe('T');
  });

  it('are published, rewritten, withdrawn and put back by an operator', async () => {
    const body = '# How long\nUp to {{limits.payByHours}}.\n- one\n- two';
    await publish({ id: 'local-rules', title: 'Rules of this place', body });
    expect((await list()).data.list.at(-1)).toMatchObject({ id: 'local-rules', category: 'Orders' });
    expect((await detail('local-rules')).data.blocks).toEqual([
      { kind: 'h', text: 'How long' },
      { kind: 'p', text: 'Up to 48\u00a0hours.' },
      { kind: 'ul', text: '', items: ['one', 'two'] },
    ]);
    await publish({ id: 'local-rules', title: 'Other rules' });
    expect((await detail('local-rules')).data.title).toBe('Other rules');
    await server.decide('qa-withdraw', { id: 'local-rules', reason: 'Out of date' }, 'ann');
    expect((await detail('local-rules')).code).toBe(codes.recordNotFound);
    expect((await list()).data.list.map(({ id }) => id)).not.toContain('local-rules');
    await server.decide('qa-publish', { id: 'local-rules' }, 'ann');
    expect((await detail('local-rules')).code).toBe(codes.ok);
  });

  it('keep what an operator has written or withdrawn when the server starts again', async () => {
    await publish({ id: 'holds', title: 'Our own words' });
    await server.decide('qa-withdraw', { id: 'invitations', reason: 'Not here' }, 'ann');
    await seedHelp(server.deps);
    expect((await detail('holds')).data.title).toBe('Our own words');
    expect((await detail('holds', 'ar')).data.title).toBe('لماذا حُجز جزء من أموالي؟');
    expect((await detail('invitations')).code).toBe(codes.recordNotFound);
    await server.decide('qa-publish', { id: 'invitations', lang: 'ar' }, 'ann');
    expect((await detail('invitations', 'ar')).code).toBe(codes.ok);
    expect((await detail('invitations')).code).toBe(codes.languageNotConfigured);
    await server.decide('qa-publish', { id: 'invitations' }, 'ann');
    expect((await detail('invitations')).data.title).toBe(languages.en?.help.articles.invitations?.title);
  });

  it('questions and answers that ship are brought up to date by a start, those that are gone are dropped, the rest keeps its date', async () => {
    const { db } = server.deps;
    const before = server.clock.now().toISOString();
    await db
      .update(articleTexts)
      .set({ title: 'Of an older version' })
      .where(eq(articleTexts.articleId, 'holds'));
    await db.insert(articles).values({ id: 'older', position: 99 });
    const older = { articleId: 'older', lang: 'en', category: 'Orders', title: 'Gone', blocks: [] };
    await db
      .insert(articleTexts)
      .values({ ...older, shipped: true, actor: 'system', updatedAt: server.clock.now() });
    server.clock.advance(minute);
    await Promise.all([seedHelp(server.deps), seedHelp(server.deps)]);
    expect((await detail('holds')).data).toMatchObject({
      title: 'Why is some of my money on hold?',
      updatedAt: server.clock.now().toISOString(),
    });
    expect((await detail('withdrawing')).data.updatedAt).toBe(before);
    expect((await detail('older')).code).toBe(codes.recordNotFound);
  });

  it('are withdrawn in some languages, and 403, 404, 426 and 427 say what is wrong', async () => {
    const own = { id: 'holds', title: 'T', category: 'C', body: 'B' };
    expect(await refused('qa-publish', { ...own, lang: 'de' })).toBe(codes.languageNotConfigured);
    expect(await refused('qa-publish', own)).toBe(codes.parameterMissing);
    expect(await refused('qa-publish', { id: 'holds', lang: 'sv', title: 'T' })).toBe(codes.parameterMissing);
    expect(await refused('qa-publish', { id: 'nothing' })).toBe(codes.recordNotFound);
    await server.decide('qa-publish', { ...own, lang: 'sv' }, 'ann');
    expect((await detail('holds', 'sv')).data).toMatchObject({ title: 'T', fallback: false });
    const reason = 'Mistranslated';
    expect(await refused('qa-withdraw', { id: 'holds', langs: 'sv,sv', reason })).toBe(
      codes.languageDuplicated,
    );
    expect(await refused('qa-withdraw', { id: 'holds', langs: 'de', reason })).toBe(
      codes.languageNotConfigured,
    );
    await server.decide('qa-withdraw', { id: 'holds', langs: 'sv', reason }, 'ann');
    expect((await detail('holds', 'sv')).data).toMatchObject({ lang: 'en', fallback: true });
  });
});

describe('lines of an answer', () => {
  it('become blocks of text, and markup stays what it is: text', () => {
    const lines = [
      '# Steps',
      '1. First',
      '2. Second',
      '',
      '- <b>bold</b>',
      '<script>alert(1)</script>',
      '[Your wallet](/wallet)',
      '![A parcel](https://files.example/a.png)',
      '[Click](javascript:alert(1))',
      '[Click](//evil.example)',
      '#hash',
    ];
    expect(blocksOf(lines)).toEqual([
      { kind: 'h', text: 'Steps' },
      { kind: 'ol', text: '', items: ['First', 'Second'] },
      { kind: 'ul', text: '', items: ['<b>bold</b>'] },
      { kind: 'p', text: '<script>alert(1)</script>' },
      { kind: 'link', text: 'Your wallet', href: '/wallet' },
      { kind: 'img', text: 'A parcel', href: 'https://files.example/a.png' },
      { kind: 'p', text: '[Click](javascript:alert(1))' },
      { kind: 'p', text: '[Click](//evil.example)' },
      { kind: 'p', text: '#hash' },
    ]);
  });
});

describe('in the demo', () => {
  it('an answer about waits says that they are shorter, and others do not', async () => {
    const demo = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '1' });
    const server = await startTestServer('postgres', { config: { demo: true, demoSpeed: demo.demoSpeed } });
    await seedHelp(server.deps);
    const { token } = await server.addUser();
    const ask = async (id: string) =>
      textOf((await server.call('POST /v1/home/qa_detail', { id }, { token })).data);
    expect(await ask('order-statuses')).toContain('run 1,440 times faster than described here.');
    expect(await ask('stay-safe')).not.toContain('times faster');
    await server.close();
  });
});
