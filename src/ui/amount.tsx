import { classes } from './classes.ts';
import type { Children, Tone } from './props.ts';

interface FigureProps {
  children?: Children;
  tone?: Tone;
  className?: string;
}

/** A formatted amount or figure: `<Amount>{money(order.amount)}</Amount>`. Reads left to right in every language. */
export function Amount({ children, tone, className }: FigureProps) {
  return (
    <bdi dir="ltr" className={classes('num', tone && 'tone', className)} data-tone={tone}>
      {children}
    </bdi>
  );
}

/** An id, a number of an order, a part of an address: `<Code>{order.id}</Code>`. `mono` for addresses and hashes. */
export function Code({ children, mono }: { children?: Children; mono?: boolean }) {
  return (
    <bdi dir="ltr" className={classes('code', mono && 'mono')}>
      {children}
    </bdi>
  );
}
