import { describe, expect, test } from 'vitest';
import { callNames, specOf } from '../../src/contract/calls.ts';
import { amount, id, signedAmount, time } from '../../src/contract/fields.ts';
import { asContract, textField, timeField } from '../../src/data/lenient.ts';

interface Schema {
  type: string;
  wrapped?: Schema;
  entries?: Record<string, Schema>;
  item?: Schema;
  value?: Schema;
  options?: readonly (Schema | string)[];
  pipe?: readonly Schema[];
}

type Kind = 'amount' | 'id' | 'time' | 'string' | 'other';

function kindOf(schema: Schema): Kind {
  if (schema.wrapped) return kindOf(schema.wrapped);
  if (schema === amount || schema === signedAmount) return 'amount';
  if (schema === id) return 'id';
  if (schema === time) return 'time';
  return schema.type === 'string' || schema.type === 'picklist' ? 'string' : 'other';
}

/** The kinds in which all answers of the contract write a field of each name. */
const kinds = new Map<string, Set<Kind>>();

function addKind(name: string, schema: Schema) {
  kinds.set(name, (kinds.get(name) ?? new Set()).add(kindOf(schema)));
  collect(schema, name);
}

function collect(schema: Schema, name: string) {
  for (const [field, inner] of Object.entries(schema.entries ?? {})) addKind(field, inner);
  for (const inner of [schema.wrapped, schema.item, schema.value, ...(schema.pipe ?? [])])
    if (inner && inner !== schema) collect(inner, name);
  for (const option of schema.options ?? []) if (typeof option === 'object') addKind(name, option);
}
for (const call of callNames) collect(specOf(call).output as Schema, call);

const namesOf = (isOf: (kinds: readonly Kind[], name: string) => boolean) =>
  [...kinds]
    .filter(([name, found]) => isOf([...found], name))
    .map(([name]) => name)
    .sort();
const matchedBy = ({ source }: RegExp) => namesOf((_, name) => RegExp(`^(?:${source})$`).test(name));

describe('the fields that other servers write in another form', () => {
  test('are every amount, id and record number of the contract, and none that is a number there', () => {
    const isNumbered = (name: string) => /(?:Id|No|Code)$|^(?:id|no|invite|rate)$/.test(name);
    const isText = (found: readonly Kind[], name: string) =>
      found.every((kind) => kind === 'amount' || kind === 'id' || (kind === 'string' && isNumbered(name)));
    // A bound is an amount, but for a bound of something that is counted, which no screen calculates with.
    const expected = [...namesOf(isText), 'max', 'min'].sort();
    expect(matchedBy(textField)).toEqual(expected);
  });

  test('are every time of the contract, and nothing else there', () => {
    // The ends of a period may be days, which are text in every form.
    const expected = [...namesOf((found) => found.every((kind) => kind === 'time')), 'from', 'to'].sort();
    expect(matchedBy(timeField)).toEqual(expected);
  });
});

describe('literals of a server that knows the specification only become the text of the contract', () => {
  test.each([
    ['money as number', '{"amount":12.50,"fee":0}', '{"amount":"12.50","fee":"0"}'],
    ['money beyond floating point', '{"balance": 999999999999.123456}', '{"balance":"999999999999.123456"}'],
    ['money below zero', '{"expectedProfit":-3.10}', '{"expectedProfit":"-3.10"}'],
    ['money that is text already', '{"amount":"12.50"}', '{"amount":"12.50"}'],
    [
      'ids as numbers',
      '{"id":7,"orderId":18446744073709551615}',
      '{"id":"7","orderId":"18446744073709551615"}',
    ],
    ['seconds', '{"createdAt":1700000000}', '{"createdAt":"2023-11-14T22:13:20.000Z"}'],
    ['milliseconds', '{"createdAt":1700000000123}', '{"createdAt":"2023-11-14T22:13:20.123Z"}'],
    ['seconds as text', '{"at":"1700000000"}', '{"at":"2023-11-14T22:13:20.000Z"}'],
    ['a spaced date', '{"createdAt":"2023-11-14 22:13:20"}', '{"createdAt":"2023-11-14T22:13:20Z"}'],
    [
      'ISO time stays',
      '{"createdAt":"2023-11-14T22:13:20.000Z"}',
      '{"createdAt":"2023-11-14T22:13:20.000Z"}',
    ],
    ['counts stay numbers', '{"clicks":3,"used":2,"cap":50}', '{"clicks":3,"used":2,"cap":50}'],
    [
      'texts that users wrote stay',
      '{"text":"\\"amount\\":12, \\"id\\":7"}',
      '{"text":"\\"amount\\":12, \\"id\\":7"}',
    ],
  ])('%s', (_, from, to) => {
    expect(asContract(from)).toBe(to);
  });
});
