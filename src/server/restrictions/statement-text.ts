import { flat } from '../../contract/fields.ts';
import { reasonText } from '../texts/reason-text.ts';
import { textOf } from '../texts/texts.ts';
import { zonedIso } from '../zone.ts';
import type { StatementRow } from './statements.ts';

interface Of {
  lang: string;
  timeZone: string;
  shop: { no: string; name: string };
  operator: string | null;
}

const line = (lang: string, key: string, value: string): string =>
  `${textOf('statement', key, lang) ?? key}: ${value}`;

/** What a statement says: an operator's words as they were written, ours in the reader's language. */
export const statementWords = (lang: string, { facts, rule, params }: StatementRow) => ({
  facts: reasonText(lang, facts, params),
  rule: reasonText(lang, rule, params),
});

/** A statement of reasons as a text to keep: the same row always gives the same text. */
export function statementText(row: StatementRow, { lang, timeZone, shop, operator }: Of): string {
  const at = (moment: Date) => zonedIso(timeZone, moment);
  const { facts, rule } = statementWords(lang, row);
  const lines = [
    textOf('statement', 'title', lang) ?? '',
    '',
    line(lang, 'number', row.id),
    line(lang, 'shop', `${flat(shop.name)} (${shop.no})`),
    ...(operator ? [line(lang, 'operator', operator)] : []),
    line(lang, 'kind', reasonText(lang, row.kind)),
    line(lang, 'issued', at(row.at)),
    ...(row.until ? [line(lang, 'until', at(row.until))] : []),
    ...(row.reviewBy ? [line(lang, 'review_by', at(row.reviewBy))] : []),
    '',
    line(lang, 'facts', facts),
    line(lang, 'rule', rule),
    '',
    line(lang, 'appeal', row.appeal),
  ];
  return `${lines.join('\r\n')}\r\n`;
}
