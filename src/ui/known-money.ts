import { money } from '../lang/format.ts';

/** An amount that a server may leave out: what is not known is a dash, never a zero. `knownMoney(order.net, order.currency)`. */
export const knownMoney = (figure: string | undefined, currency?: string) =>
  figure === undefined ? '—' : money(figure, currency);
