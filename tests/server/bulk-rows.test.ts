import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { failure, success } from '../../src/server/http/envelope.ts';
import { answerRows } from '../../src/server/operators/bulk/answer-rows.ts';
import { readCsv } from '../../src/server/operators/bulk/csv-rows.ts';
import { readJsonLines } from '../../src/server/operators/bulk/json-lines.ts';
import type { BulkRow } from '../../src/server/operators/bulk/rows.ts';
import { type Refusal, refuse } from '../../src/server/platform/refuse.ts';

async function* partsOf(...parts: string[]) {
  yield* parts;
}
async function collect(rows: AsyncIterable<BulkRow>): Promise<BulkRow[]> {
  const all: BulkRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
const csv = async (name: string, ...parts: string[]) => collect(await readCsv(name, partsOf(...parts)));
const json = (...parts: string[]) => collect(readJsonLines(partsOf(...parts)));
/** Returns the line of each row with its input, or with the sentence of its refusal. */
const outcomesOf = (rows: BulkRow[]) =>
  rows.map((row) => [row.line, 'input' in row ? row.input : row.refusal.detail.message]);
const refusedHeader = (name: string, text: string) =>
  readCsv(name, partsOf(text)).then(
    () => null,
    ({ detail }: Refusal) => [detail.field, detail.message],
  );

describe('rows of CSV', () => {
  it('are read as the types of their decision, an empty cell as a field that is left out', async () => {
    const rows = await csv(
      'goods-add',
      'code,no,type,name,translations.ja,translations.ar,images,delivery,cost,price,stock\n' +
        'A-1,0017,lamps,"Lamp ""Aria"", small",ランプ,,/a.png|/b.png,"[{""region"":""europe"",""days"":{""min"":3,""max"":5}}]",10.00,15.50,3\n' +
        'A-2,18,lamps,"two\nlines",,,/a.png,,10,15,three\n',
    );
    expect(outcomesOf(rows)).toEqual([
      [
        2,
        {
          code: 'A-1',
          no: '0017',
          type: 'lamps',
          name: 'Lamp "Aria", small',
          translations: { ja: 'ランプ' },
          images: ['/a.png', '/b.png'],
          delivery: [{ region: 'europe', days: { min: 3, max: 5 } }],
          cost: '10.00',
          price: '15.50',
          stock: 3,
        },
      ],
      [
        3,
        {
          code: 'A-2',
          no: '18',
          type: 'lamps',
          name: 'two\nlines',
          images: ['/a.png'],
          cost: '10',
          price: '15',
          stock: 'three',
        },
      ],
    ]);
  });

  it.each([
    ['commas', 'goods,stock\nA-1,3\nA-2,4\n'],
    ['semicolons', 'goods;stock\nA-1;3\nA-2;4\n'],
    ['tabs', 'goods\tstock\nA-1\t3\nA-2\t4\n'],
    ['CRLF', 'goods,stock\r\nA-1,3\r\nA-2,4\r\n'],
    ['no end of the last line', 'goods,stock\nA-1,3\nA-2,4'],
    ['a space around a name', ' goods , stock\nA-1,3\nA-2,4\n'],
    ['quoted cells', '"goods","stock"\r\n"A-1","3"\r\n"A-2","4"\r\n'],
  ])('are read with %s', async (_, text) => {
    expect(outcomesOf(await csv('stock', text))).toEqual([
      [2, { goods: 'A-1', stock: 3 }],
      [3, { goods: 'A-2', stock: 4 }],
    ]);
  });

  it('pass over empty lines, and name their line as an editor does', async () => {
    const rows = await csv('stock', '\ngoods;stock\n\n;;\n"A\r\n1";3\n;\nA-2;4\n\n');
    expect(outcomesOf(rows)).toEqual([
      [5, { goods: 'A\n1', stock: 3 }],
      [8, { goods: 'A-2', stock: 4 }],
    ]);
  });

  it.each([
    ['one that is cut off', 'A-1', 'The row has 1 of 2 cells and ends before "stock".'],
    ['one with too many cells', 'A-1,3,4', 'Put a cell with "," in it into quotation marks.'],
    ['a quotation mark within a cell', '27" screen,3', 'write the one within it twice, like "27"" screen".'],
    ['a quotation mark that is not closed', '"A-1,3', 'Close it; where the file was cut off, send'],
    ['a quoted cell with more behind it', '"A"-1,3', 'The row has a quotation mark within a cell.'],
    ['bytes that are no UTF-8', 'A\u{fffd}1,3', 'Save the file in UTF-8'],
    ['a cell of more than a row may have', `${'A'.repeat(100_001)},3`, 'longer than 100,000 letters'],
  ])('are read below %s, whose sentence says what to do', async (_, bad, sentence) => {
    const rows = await csv('stock', `goods,stock\n${bad}\nA-2,4\n"A-3",5\n`);
    expect(outcomesOf(rows)).toEqual([
      [2, expect.stringContaining(sentence)],
      [3, { goods: 'A-2', stock: 4 }],
      [4, { goods: 'A-3', stock: 5 }],
    ]);
  });

  it('leave out none of a thousand behind a quotation mark that is not closed', async () => {
    const below = Array.from({ length: 1_000 }, (_, at) => `A-${at},${at},"${'9'.repeat(200)}"`);
    const rows = await csv(
      'goods-price',
      `goods,price,cost\n${below.join('\n')}\nB,1,"\n${below.join('\n')}\n`,
    );
    expect(rows.filter((row) => 'refusal' in row).map(({ line }) => line)).toEqual([1_002]);
    expect(rows).toHaveLength(2_001);
  });

  it.each([
    ['an unknown column', 'goods,colour\n', 'colour', /^Line 1 names the column "colour".+ delete it\.$/],
    ['a name within a field that has none', 'goods,stock.ja\n', 'stock.ja', /no field of stock/],
    ['a missing column', 'stock\n', 'goods', /^Line 1 names no column "goods".+ Add the column\.$/],
    ['a column that is there twice', 'goods,stock,stock\n', 'stock', /Delete one/],
    ['a header that does not close a quotation mark', '"goods\n', 'input', /without them/],
    ['names that are no UTF-8', '\u{fffd}\u{fffd}g\0o\0', 'input', /Save the file in UTF-8/],
    ['no line at all', '\r\n', 'input', /^The file is empty\./],
  ])('are refused as a whole for %s', async (_, text, field, sentence) => {
    expect(await refusedHeader('stock', text)).toEqual([field, expect.stringMatching(sentence)]);
  });

  it('are refused as a whole for a language that there is not', async () => {
    const header = 'id,name,translations.ja,translations.jp\n';
    expect(await refusedHeader('goods-type-add', header)).toEqual([
      'translations.jp',
      expect.stringMatching(/^Line 1 names the column "translations.jp", which is no field/),
    ]);
  });

  it('are refused as a whole where a field and one of its names are both columns', async () => {
    const header = 'id,name,translations,translations.ja\n';
    expect(await refusedHeader('goods-type-add', header)).toEqual([
      'translations',
      expect.stringContaining('Delete one'),
    ]);
  });
});

describe('rows of JSON lines', () => {
  it('name their line, and pass over empty lines', async () => {
    const rows = await json('{"a":1}\r\n\n  \n[2]\n{"a":\n', '{"a":3}\n{"a"');
    expect(outcomesOf(rows)).toEqual([
      [1, { a: 1 }],
      [4, [2]],
      [5, expect.stringContaining('Write an object in one line')],
      [6, { a: 3 }],
      [7, expect.stringContaining('ends in the middle')],
    ]);
  });

  it('are read behind a line that is longer than a row may be', async () => {
    const long = `{"a":"${'x'.repeat(60_000)}`;
    const rows = await json(long, long, long, '"}\n{"a":1}\n');
    expect(outcomesOf(rows)).toEqual([
      [1, expect.stringContaining('longer than 100,000 letters')],
      [2, { a: 1 }],
    ]);
  });
});

it('rows are the same however a file is cut into parts', async () => {
  const files: [string, (...parts: string[]) => Promise<BulkRow[]>][] = [
    ['goods;stock\r\n"A\r\n1";3\r\n\r\n"B""2";"\n4"\r\nC;', (...parts) => csv('stock', ...parts)],
    ['{"goods":"A"}\r\n\r\n{"goods":\n{"goods":"B"}', json],
  ];
  for (const [text, read] of files) {
    const whole = outcomesOf(await read(text));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 8 }), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const parts = at.slice(1).map((end, index) => text.slice(at[index], end));
        expect(outcomesOf(await read(...parts))).toEqual(whole);
      }),
    );
  }
});

const pairs = `goods,stock\n"x\n${'""y\n'.repeat(20_000)}`;
const emptyLines = '\n'.repeat(20_000);

it.each([
  ['CSV with lines of two quotation marks in a cell that is not closed', () => csv('stock', pairs)],
  ['CSV with empty lines', () => csv('stock', `goods,stock\n${emptyLines}`)],
  ['JSON lines, all of them empty', () => json(emptyLines)],
])('other requests have their turn between two rows: %s', async (_, read) => {
  let turns = 0;
  let isRead = false;
  const counting = (async () => {
    for (; !isRead; turns++) await turn();
  })();
  await read();
  isRead = true;
  await counting;
  expect(turns).toBeGreaterThan(19_000);
});

describe('a row for which the server is busy', () => {
  const busy = refuse(codes.systemBusy, { retryAfter: 0.001, message: 'Send it again.' });
  const answer = async (timesBusy: number) => {
    const tried: number[] = [];
    async function* rows() {
      for (const line of [1, 2, 3]) yield { line, input: {} };
    }
    const carryOut = async (_: unknown, line: number) => {
      tried.push(line);
      if (line === 2 && tried.length < 2 + timesBusy) throw busy;
      return { text: success(null), isRepeated: false };
    };
    const options = {
      dry: false,
      carryOut,
      refusalOf: () => busy,
      failureText: (one: Refusal) => failure(one, 'en'),
    };
    const lines: string[] = [];
    for await (const line of answerRows(rows(), options)) lines.push(line);
    return { tried, sums: JSON.parse(lines.at(-1) ?? '').sums };
  };

  it('is tried again', async () => {
    const { tried, sums } = await answer(2);
    expect(tried).toEqual([1, 2, 2, 2, 3]);
    expect(sums).toMatchObject({ rows: 3, done: 3, stoppedAt: null });
  });

  it('ends the answer where that lasts, so that it and those below are sent again', async () => {
    const { tried, sums } = await answer(Number.POSITIVE_INFINITY);
    expect(tried).toEqual([1, 2, 2, 2, 2, 2]);
    expect(sums).toMatchObject({ rows: 2, done: 1, refused: 0, stoppedAt: 2 });
  });
});
