import type { CSSProperties } from 'react';
import { Amount } from './amount.tsx';

/** The one large amount of a screen, its cents small: `<BigAmount>{money(wallet.balance)}</BigAmount>`. */
export function BigAmount({ children }: { children: string }) {
  const [whole, cents, after] = children.split(/([.,]\d+)(?=\D*$)/);
  return (
    <span className="big" style={{ '--len': children.length } as CSSProperties}>
      <Amount>
        {whole}
        {cents && <small>{cents}</small>}
        {after}
      </Amount>
    </span>
  );
}
