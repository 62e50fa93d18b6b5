import { flat } from '../../../contract/fields.ts';
import { inlineMoney } from '../../platform/texts/format.ts';
import { joinSentences } from '../../platform/texts/join-sentences.ts';
import { displayReason, operatorTextsIn, reasonText } from '../../platform/texts/reason-text.ts';
import { textOf } from '../../platform/texts/texts.ts';
import { zonedIso } from '../../platform/zone.ts';
import type { StatementRow } from './statements.ts';

/** The path in the app where a merchant reports a request for money. */
const reportPath = '/service';

interface StatementContext {
  lang: string;
  timeZone: string;
  shop: { no: string; name: string; currency: string };
  operator: string | null;
}

const line = (lang: string, key: string, value: string): string =>
  `${textOf('statement', key, lang) ?? key}: ${value}`;

/** Parameters of a statement that are amounts. */
const amounts: readonly string[] = ['amount', 'arrived'];

/**
 * Returns facts and rule of a statement: an operator's text as it was written, texts of codes in the reader's language.
 * A code and an operator's words among the parameters are shown after the facts.
 */
export function statementTexts(
  { facts, rule, params }: StatementRow,
  { lang, currency }: { lang: string; currency: string },
) {
  const readable = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      amounts.includes(name) ? inlineMoney(value, currency, lang) : value,
    ]),
  );
  const { reasonCode = null, reason = null } = params;
  const why = displayReason(lang, { reasonCode, reason });
  return {
    facts: joinSentences([reasonText(lang, facts, readable), why.reason]),
    rule: reasonText(lang, rule, readable),
    operatorTexts: operatorTextsIn(lang, facts, rule, reason),
  };
}

/** Returns a statement of reasons as a plain text file: the same row always gives the same text. */
export function statementText(
  row: StatementRow,
  { lang, timeZone, shop, operator }: StatementContext,
): string {
  const at = (moment: Date) => zonedIso(timeZone, moment);
  const { facts, rule } = statementTexts(row, { lang, currency: shop.currency });
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
