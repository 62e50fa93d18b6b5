import { desc, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { bulkOperation } from '../../src/server/operators/bulk/bulk-openapi.ts';
import { storePicture } from '../../src/server/platform/files/pictures.ts';
import { decisionLog, goods } from '../../src/server/schema.ts';
import { dumpDatabase } from '../harness/dump-database.ts';
import { useServer } from '../harness/use-server.ts';

const opsKey = 'a-key-of-at-least-24-characters';

interface Answer {
  line?: number;
  repeated?: true;
  code?: number;
  msg?: string;
  data?: Record<string, unknown>;
  sums?: object;
}

describe('decisions in bulk', () => {
  const server = useServer('postgres', { config: { opsKey } });
  let made = 0;
  const row = (more: object = {}) => ({
    code: `B-${++made}`,
    no: `10${made}`,
    type: 'lamps',
    name: 'Lamp',
    images: ['/files/thing.svg'],
    cost: '10.00',
    price: '15.00',
    stock: 3,
    ...more,
  });
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    server.app.request(`/ops/bulk/${path}`, {
      method: 'POST',
      headers: { 'x-ops-key': opsKey, 'content-type': 'application/x-ndjson', ...headers },
      body,
    });
  const linesOf = async (answer: Response): Promise<Answer[]> =>
    (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const file = (rows: unknown[]) => rows.map((one) => `${JSON.stringify(one)}\n`).join('');
  const send = async (body: string, key: string, path = 'goods-add') =>
    linesOf(await post(path, body, { 'idempotency-key': key }));

  beforeAll(async () => {
    await server.decide('goods-type-add', { id: 'lamps', name: 'Lamps' });
  });

  it('answers each row by its line, and a refused one stops no other', async () => {
    const [first, last] = [row(), row()];
    const body = `\u{feff}${file([first])}\r\n${file([row({ cost: 'ten' })])}{"code":\n${file([last])}`;
    const answers = await send(body, crypto.randomUUID());
    expect(answers).toMatchObject([
      { line: 1, code: codes.ok, data: { code: first.code } },
      { line: 3, code: codes.invalidParameter, data: { field: 'cost' } },
      { line: 4, code: codes.invalidRequest, data: { reason: 'json' } },
      { line: 5, code: codes.ok, data: { code: last.code } },
      { sums: { dry: false, rows: 4, done: 2, repeated: 0, refused: 2, stoppedAt: null } },
    ]);
    expect(answers[1]?.msg).toBe('Line 3: "cost" of goods-add is "ten". Expected an amount, like "12.50".');
  });

  it('carries out no row twice under one key, and goes on behind those that it had carried out', async () => {
    const rows = [row(), row(), row()];
    const key = crypto.randomUUID();
    const before = await send(file(rows.slice(0, 2)), key);
    const answers = await send(file(rows), key.toUpperCase());
    expect(answers.slice(0, 2)).toEqual(before.slice(0, 2).map((answer) => ({ ...answer, repeated: true })));
    expect(answers.at(-1)).toMatchObject({ sums: { rows: 3, done: 3, repeated: 2, refused: 0 } });
    const codesOfRows = rows.map(({ code }) => code);
    const logged = await server.deps.db
      .select()
      .from(decisionLog)
      .where(inArray(sql`${decisionLog.input}->>'code'`, codesOfRows));
    expect(logged).toHaveLength(3);
  });

  it('refuses a line that was carried out with other values, and names what to do', async () => {
    const key = crypto.randomUUID();
    const first = row();
    await send(file([first]), key);
    const [changed] = await send(file([{ ...first, stock: 4 }]), key);
    expect(changed).toMatchObject({ line: 1, code: codes.invalidOperation, data: { reason: 'key_reused' } });
    expect(changed?.msg).toMatch(/^Line 1: .+ Make a new key .+ for a file that has changed\.$/);
  });

  it('refuses each row of a file that is imported twice under another key, where it would be there twice', async () => {
    const rows = file([row(), row()]);
    await send(rows, crypto.randomUUID());
    const answers = await send(rows, crypto.randomUUID());
    expect(answers.map(({ code, data }) => [code, data?.field])).toEqual([
      [codes.goodsCodeExists, 'code'],
      [codes.goodsCodeExists, 'code'],
      [undefined, undefined],
    ]);
    expect(answers[0]?.msg).toMatch(
      /^Line 1: There are goods with this "code" already: "B-\d+"\. Leave these out, or/,
    );
  });

  it('reads no more of a file than it has answered, so that the longest is not in memory', async () => {
    let read = 0;
    const body = new ReadableStream({
      pull(controller) {
        read += 1;
        controller.enqueue(new TextEncoder().encode('{"goods":"A-1"}\n'.repeat(10)));
      },
    });
    const answer = await server.app.request('/ops/bulk/stock?dry=true', {
      method: 'POST',
      headers: { 'x-ops-key': opsKey, 'content-type': 'application/x-ndjson' },
      body,
      duplex: 'half',
    } as RequestInit);
    const reader = answer.body?.getReader();
    for (let line = 0; line < 100; line++) await reader?.read();
    await reader?.cancel();
    expect(read).toBeLessThan(15);
  });

  it('answers in a dry run what each row would do, and writes nothing', async () => {
    const body = file([row(), row({ type: 'sofas' })]);
    const before = await dumpDatabase(server.deps.db);
    const dry = await linesOf(await post('goods-add?dry=true', body));
    expect(dry).toMatchObject([
      { line: 1, code: codes.ok },
      { line: 2, data: { field: 'type' } },
      { sums: { dry: true, rows: 2, done: 1, refused: 1 } },
    ]);
    expect(await dumpDatabase(server.deps.db)).toEqual(before);
    const done = await send(body, crypto.randomUUID());
    expect(done[1]).toEqual(dry[1]);
  });

  it.each([
    ['without a key', 'goods-add', {}, 'Idempotency-Key'],
    ['under a key that is none', 'goods-add', { 'idempotency-key': 'monday' }, 'Idempotency-Key'],
    ['in another type', 'goods-add?dry=true', { 'content-type': 'application/json' }, 'content-type'],
    ['with a misspelt dry run', 'goods-add?dryrun=true', {}, 'dryrun'],
    ['with a dry run that is neither true nor false', 'goods-add?dry=yes', {}, 'dry'],
    ['of a decision that is not there', 'goods-make?dry=true', {}, 'decision'],
    ['of a decision that is carried out for all', 'tick?dry=true', {}, 'decision'],
  ])('refuses a file %s before its first row', async (_, path, headers, field) => {
    const answer = await post(path, file([row()]), headers as Record<string, string>);
    const { code, msg, data } = (await answer.json()) as Answer;
    expect([answer.status, data?.field]).toEqual([200, field]);
    expect(code).not.toBe(codes.ok);
    expect(msg).toMatch(/\.$/);
  });

  it('carries out no row that is cut off with its line', async () => {
    const [first, second] = [row(), row()];
    await send(file([first, second]), crypto.randomUUID());
    const parts = [`goods,stock\n${first.code},11\n`, `${second.code},1`];
    const body = new ReadableStream({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) controller.error(new Error('aborted'));
        else controller.enqueue(new TextEncoder().encode(part));
      },
    });
    const answer = await server.app.request('/ops/bulk/stock', {
      method: 'POST',
      headers: { 'x-ops-key': opsKey, 'content-type': 'text/csv', 'idempotency-key': crypto.randomUUID() },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await linesOf(answer)).toMatchObject([{ line: 2, code: codes.ok }]);
    const stocks = await server.deps.db
      .select({ code: goods.code, stock: goods.stock })
      .from(goods)
      .where(inArray(goods.code, [first.code, second.code]))
      .orderBy(goods.code);
    expect(stocks.map(({ stock }) => stock)).toEqual([11, 3]);
  });

  it('carries out no row below the one at which the key of its sender ended', async () => {
    const { key } = await server.decide<{ key: string }>('key-create', {
      name: 'leaver',
      roles: ['supplier'],
    });
    const [first, second] = [row(), row()];
    const parts = [
      async () => file([first]),
      async () => {
        await server.decide('key-end', { name: 'leaver', reason: 'Left.' });
        return file([second]);
      },
    ];
    const body = new ReadableStream(
      {
        async pull(controller) {
          const part = await parts.shift()?.();
          if (part === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(part));
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await server.app.request('/ops/bulk/goods-add', {
      method: 'POST',
      headers: {
        'x-ops-key': key,
        'content-type': 'application/x-ndjson',
        'idempotency-key': crypto.randomUUID(),
      },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await linesOf(answer)).toMatchObject([
      { line: 1, code: codes.ok },
      { line: 2, code: codes.unauthorized, data: { field: 'x-ops-key' } },
      { sums: { done: 1, refused: 1 } },
    ]);
    expect(await server.deps.db.$count(goods, inArray(goods.code, [second.code]))).toBe(0);
  });

  it('reads CSV, and refuses one as a whole whose columns do not fit', async () => {
    await storePicture(server.deps.db, 'side.svg', new Uint8Array());
    const { code } = row();
    const csv = { 'content-type': 'text/csv; charset=utf-8', 'idempotency-key': crypto.randomUUID() };
    const columns = 'code;no;type;name;images;cost;price;stock';
    const rows = `${code};7${made};lamps;"Lamp; red";/files/thing.svg|/files/side.svg;10,00;15.00;3`;
    const answers = await linesOf(await post('goods-add', `\u{feff}${columns}\r\n${rows}\r\n`, csv));
    expect(answers[0]).toMatchObject({ line: 2, code: codes.invalidParameter, data: { field: 'cost' } });
    expect(answers[0]?.msg).toBe('Line 2: "cost" of goods-add is "10,00". Expected an amount, like "12.50".');
    const right = `${columns}\n${rows.replace('10,00', '10.00')}`;
    expect((await linesOf(await post('goods-add', right, csv)))[0]).toMatchObject({ data: { code } });
    const unfit = await post('goods-add', `${columns};colour\n${rows};red\n`, csv);
    expect(await unfit.json()).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'colour', reason: 'column_unknown' },
    });
  });

  it.each(['application/x-ndjson', 'text/csv'] as const)(
    'answers the example of the document in %s as the document has it',
    async (type) => {
      const { code } = row();
      await send(file([{ ...row(), code }]), crypto.randomUUID());
      const { requestBody, responses } = bulkOperation;
      const body = requestBody.content[type].example.replace(/gds_\w+/g, code);
      const answers = await linesOf(await post('stock?dry=true', body, { 'content-type': type }));
      const example: Answer[] = responses[200].content['application/x-ndjson'].example
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const textOf = ({ msg = '' }: Answer) => msg.replace(/^Line \d+/, 'Line');
      expect(answers.map(textOf)).toEqual(example.map(textOf));
      expect(answers[1]?.data).toEqual(example[1]?.data);
    },
  );

  it('takes a file from a key that may use the decision, which is then the author of each row', async () => {
    const keyFor = async (name: string, role: string) =>
      (await server.decide<{ key: string }>('key-create', { name, roles: [role] })).key;
    const [supplier, carrier] = [await keyFor('warehouse', 'supplier'), await keyFor('van', 'carrier')];
    const body = file([row()]);
    const as = async (key: string) =>
      (await post('goods-add', body, { 'x-ops-key': key, 'idempotency-key': crypto.randomUUID() })).text();
    expect(JSON.parse(await as(carrier))).toMatchObject({
      code: codes.insufficientPermissions,
      data: { reason: 'role' },
    });
    expect(await as(supplier)).toContain('"done":1');
    const [last] = await server.deps.db.select().from(decisionLog).orderBy(desc(decisionLog.seq)).limit(1);
    expect(last).toMatchObject({ name: 'goods-add', actor: 'operator:key:warehouse' });
  });
});
