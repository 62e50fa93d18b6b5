import type { CSSProperties } from 'react';
import { Amount } from './amount.tsx';

/** The one large amount of a screen, its cents small: `<BigAmount>{money(wallet.balance)}</BigAmount>`. */
export function BigAmount({ children }: { children: string }) {
  const [, whole = children, cents, after] = /^(.*\d)([.,]\d+)(\D*)$/.exec(children) ?? [];
  return (
    <p className="big" style={{ '--len': children.length } as CSSProperties}>
      <Amount>
        {whole}
        {cents && <small>{cents}</small>}
        {after}
      </Amount>
    </p>
  );
}
