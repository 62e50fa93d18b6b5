import type { CSSProperties } from 'react';
import { t } from '../lang/first.ts';

/** A rating of 0 to 5: `<Stars value={4.5} text={number(4.5)} />`. */
export function Stars({ value, text }: { value: number; text: string }) {
  return (
    <span
      className="stars"
      role="img"
      aria-label={t('common.stars', { value: text })}
      style={{ '--value': value } as CSSProperties}
    />
  );
}
