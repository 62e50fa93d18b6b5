import type { Level } from '../../data/levels.ts';
import { money, number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { cents } from '../../lang/intl.ts';
import { Amount } from '../../ui/amount.tsx';
import { Stat } from '../../ui/stat.tsx';

/** Round sums go without cents. */
export const round = { ...cents, trailingZeroDisplay: 'stripIfInteger' } as const;

interface FiguresProps {
  level: Level;
  currency: string | undefined;
}

/** What a level allows and costs, in the same three columns on every card. */
export function LevelFigures({ level: { goodsCap, deposit, fee }, currency }: FiguresProps) {
  return (
    <div style={columns}>
      <Stat label={t('business.upgrade.cap')}>
        <Amount>{number(goodsCap)}</Amount>
      </Stat>
      <Stat label={t('business.upgrade.deposit')}>
        <Amount>{money(deposit, currency, round)}</Amount>
      </Stat>
      <Stat label={t('business.upgrade.fee')}>
        <Amount>{money(fee, currency, round)}</Amount>
      </Stat>
    </div>
  );
}

const columns = { display: 'grid', gridTemplateColumns: '2fr 3fr 1fr', gap: '12px' };
