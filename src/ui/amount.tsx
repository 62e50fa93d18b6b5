import type { CSSProperties } from 'react';
import { decimalSign } from '../lang/first.ts';
import { classes } from './classes.ts';
import type { Children, Tone } from './props.ts';

interface FigureProps {
  children?: Children;
  tone?: Tone | undefined;
  className?: string;
}

/** A formatted amount or figure: `<Amount>{money(order.amount)}</Amount>`. Reads left to right in every language. */
export function Amount({ children, tone, className }: FigureProps) {
  return (
    <bdi dir="ltr" translate={false} className={classes('num', tone && 'tone', className)} data-tone={tone}>
      {children}
    </bdi>
  );
}

/** An id, a number of an order, a part of an address: `<Code>{order.id}</Code>`. `mono` for addresses and hashes. */
export function Code({ children, mono }: { children?: Children; mono?: boolean }) {
  return (
    <bdi dir="ltr" translate={false} className={classes('code', mono && 'mono')}>
      {children}
    </bdi>
  );
}

interface BigAmountProps {
  children: string;
  /** `bad` for a loss. */
  tone?: Tone | undefined;
}

/** The one large amount of a screen, its decimals small: `<BigAmount>{money(wallet.balance)}</BigAmount>`. */
export function BigAmount({ children, tone }: BigAmountProps) {
  // Thousands have the other sign: "¥12,345" is large as a whole.
  const [whole, cents, after] = children.split(decimalSign() === ',' ? /(,\d+)(?=\D*$)/ : /(\.\d+)(?=\D*$)/);
  return (
    <span className="big" style={{ '--len': children.length } as CSSProperties}>
      <Amount tone={tone}>
        {whole}
        {cents && <small>{cents}</small>}
        {after && <small>{after}</small>}
      </Amount>
    </span>
  );
}
