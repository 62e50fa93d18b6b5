import { flat } from '../../../contract/fields.ts';
import { operatorTextsIn, reasonText } from '../../platform/texts/reason-text.ts';
import { textOf } from '../../platform/texts/texts.ts';
import { zonedIso } from '../../platform/zone.ts';
import type { StatementRow } from './statements.ts';

/** The path in the app where a merchant reports a request for money. */
const reportPath = '/service';

interface StatementContext {
  lang: string;
  timeZone: string;
  shop: { no: string; name: string };
  operator: string | null;
}

const line = (lang: string, key: string, value: string): string =>
  `${textOf('statement', key, lang) ?? key}: ${value}`;

/**
 * Returns facts and rule of a statement: an operator's text as it was written, texts of codes in the reader's language.
 */
export const statementTexts = (lang: string, { facts, rule, params }: StatementRow) => ({
  facts: reasonText(lang, facts, params),
  rule: reasonText(lang, rule, params),
  operatorTexts: operatorTextsIn(lang, facts, rule),
});

/** Returns a statement of reasons as a plain text file: the same row always gives the same text. */
export function statementText(
  row: StatementRow,
  { lang, timeZone, shop, operator }: StatementContext,
): string {
  const at = (moment: Date) => zonedIso(timeZone, moment);
  const { facts, rule } = statementTexts(lang, row);
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
    '',
    textOf('statement', 'never_pay', lang) ?? '',
    line(lang, 'report', reportPath),
  ];
  return `${lines.join('\r\n')}\r\n`;
}
