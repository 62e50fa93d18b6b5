import type { ErrorCode } from '../../../src/contract/errors.ts';
import { addGoods } from '../../harness/market.ts';
import type { OperatorRow } from './house.ts';

const answer = { category: 'Orders', lang: 'en', title: 'A question', body: 'An answer.' };
const article = { name: 'A lamp', images: ['/files/thing.svg'], cost: '10.00', price: '20.00', stock: 5 };

/** Codes that no merchant meets: what the operator keeps in order. */
export const operatorRows: OperatorRow[] = [
  {
    code: 422,
    when: 'the invitation code was given out before',
    decision: 'invite',
    flags: { codes: ['SPRING25'] },
    before: ({ decide }) => decide('invite', { codes: ['SPRING25'] }),
  },
  {
    code: 423,
    when: 'one invitation code is named twice',
    decision: 'invite',
    flags: { codes: ['AUTUMN25', 'AUTUMN25'] },
  },
  {
    code: 426,
    when: 'one language is named twice',
    decision: 'qa-withdraw',
    flags: { id: 'returns', langs: ['en', 'en'], reason: 'Old.' },
    before: ({ decide }) => decide('qa-publish', { ...answer, id: 'returns' }),
  },
  {
    code: 428,
    when: 'there is a type of goods by that id',
    decision: 'goods-type-add',
    flags: { id: 'lamps', name: 'Other lamps' },
    before: ({ decide }) => decide('goods-type-add', { id: 'lamps', name: 'Lamps' }),
  },
  {
    code: 429,
    when: 'another type beside it has that name',
    decision: 'goods-type-add',
    flags: { id: 'lights', name: 'Lamps' },
  },
  {
    code: 431,
    when: 'other goods have that code',
    decision: 'goods-add',
    flags: { ...article, code: 'LAMP-1', no: '2', type: 'lamps' },
    before: ({ decide }) => decide('goods-add', { ...article, code: 'LAMP-1', no: '1', type: 'lamps' }),
  },
  {
    code: 432,
    when: 'one code of goods is named twice',
    decision: 'goods-restore',
    flags: { goods: ['LAMP-1', 'LAMP-1'] },
    before: ({ decide, server }) =>
      addGoods(server).then(({ code }) => decide('goods-withdraw', { goods: code })),
  },
  {
    code: 433,
    when: 'the carrier is there in another case',
    decision: 'carrier-publish',
    flags: { name: 'tern' },
    before: ({ decide }) => decide('carrier-publish', { name: 'Tern' }),
  },
  {
    code: 434,
    when: 'the link is another carrier’s',
    decision: 'carrier-publish',
    flags: { name: 'Grey Heron', url: 'https://heron.example/{no}' },
    before: ({ decide }) =>
      decide('carrier-publish', { name: 'Blue Heron', url: 'https://heron.example/{no}' }),
  },
];

/** Codes of the specification that this server never answers with, and why; a partner's server may. */
export const unusedCodes: Partial<Record<ErrorCode, string>> = {
  419: 'an answer of the help keeps its address',
  420: 'an answer of the help has a position, and no list of addresses is sent',
  425: 'publishing an answer in a language that it has replaces it',
};
