import type { Config } from '../config/config.ts';
import { longestReview } from '../restrictions/holds.ts';
import { creditChanges } from '../shop/credit.ts';
import { saidMoney, saidNumber } from '../texts/said.ts';
import type { Block } from './blocks.ts';

/** Who reads: figures stand in their language, amounts in their shop's currency. */
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

// Its name says what a limit is of, in the contract as here.
function saidLimit(name: string, { config, lang, currency }: Reader): string | undefined {
  const value = memberOf(config.limits, name.split('.'));
  if (typeof value === 'string')
    return name.endsWith('Percent')
      ? saidNumber(Number(value) / 100, lang, { style: 'percent', maximumFractionDigits: 2 })
      : saidMoney(value, currency, lang);
  if (typeof value !== 'number') return undefined;
  const unit = units.find(([ending]) => ending.test(name))?.[1];
  return saidNumber(value, lang, unit ? { style: 'unit', unit, unitDisplay: 'long' } : {});
}

const days = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;

/** A figure by its name: `limits.payByHours`, `credit.lapse`, `holds.review`, `demo.speed`; undefined for none of them. */
export function figureOf(name: string, reader: Reader): string | undefined {
  const { config, lang } = reader;
  if (name.startsWith('limits.')) return saidLimit(name.slice('limits.'.length), reader);
  if (name === 'holds.review') return saidNumber(longestReview, lang, days);
  if (name === 'demo.speed') return saidNumber(config.demoSpeed, lang, {});
  const change = memberOf({ credit: creditChanges }, name.split('.'));
  return typeof change === 'number' ? saidNumber(Math.abs(change), lang, {}) : undefined;
}

/** A text with its figures; a name that nothing is known of stays as it is written. */
export const withFigures = (text: string, reader: Reader): string =>
  text.replace(/\{\{([\w.]+)\}\}/g, (written, name: string) => figureOf(name, reader) ?? written);

export const blockWithFigures = (one: Block, reader: Reader): Block => ({
  ...one,
  text: withFigures(one.text, reader),
  ...(one.items ? { items: one.items.map((item) => withFigures(item, reader)) } : {}),
});
