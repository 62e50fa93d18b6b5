import { displayNumber } from '../../../lang/intl.ts';
import type { Config } from '../../platform/config/config.ts';
import { inlineMoney } from '../../platform/texts/format.ts';
import { maxReviewDays } from '../../shops/restrictions/review-periods.ts';
import { creditChanges } from '../../shops/shop/credit.ts';
import type { Block } from './blocks.ts';

/** The reader's settings: figures are formatted in their language, amounts in their shop's currency. */
export interface Reader {
  config: Pick<Config, 'limits' | 'demoSpeed'>;
  lang: string;
  currency: string;
}

const units = [
  [/Hours$/, 'hour'],
  [/Days$/, 'day'],
  [/Minutes$/, 'minute'],
  [/Mb$/, 'megabyte'],
] as const;

const memberOf = (holder: unknown, path: string[]): unknown =>
  path.reduce<unknown>((one, name) => (one as Record<string, unknown> | undefined)?.[name], holder);

// The limit's name says its unit, as in the contract.
function formatLimit(name: string, { config, lang, currency }: Reader): string | undefined {
  const value = memberOf(config.limits, name.split('.'));
  if (typeof value === 'string')
    return name.endsWith('Percent')
      ? displayNumber(Number(value) / 100, lang, { style: 'percent', maximumFractionDigits: 2 })
      : inlineMoney(value, currency, lang);
  if (typeof value !== 'number') return undefined;
  const unit = units.find(([ending]) => ending.test(name))?.[1];
  return displayNumber(value, lang, unit ? { style: 'unit', unit, unitDisplay: 'long' } : {});
}

const days = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;

/**
 * Returns a figure by its name: `limits.payByHours`, `credit.lapse`, `holds.review`, `demo.speed`; undefined for an
 * unknown one.
 */
export function figureOf(name: string, reader: Reader): string | undefined {
  const { config, lang } = reader;
  if (name.startsWith('limits.')) return formatLimit(name.slice('limits.'.length), reader);
  if (name === 'holds.review') return displayNumber(maxReviewDays, lang, days);
  if (name === 'demo.speed') return displayNumber(config.demoSpeed, lang, {});
  const change = memberOf({ credit: creditChanges }, name.split('.'));
  return typeof change === 'number' ? displayNumber(Math.abs(change), lang, {}) : undefined;
}

/** Fills in the figures of a text; an unknown name stays as it is written. */
export const withFigures = (text: string, reader: Reader): string =>
  text.replace(/\{\{([\w.]+)\}\}/g, (written, name: string) => figureOf(name, reader) ?? written);

export const blockWithFigures = (one: Block, reader: Reader): Block => ({
  ...one,
  text: withFigures(one.text, reader),
  ...(one.items ? { items: one.items.map((item) => withFigures(item, reader)) } : {}),
});
