import type { CSSProperties } from 'react';
import type { Level } from '../../data/levels.ts';
import { money, number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { cents } from '../../lang/intl.ts';
import { Amount } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';

interface TableProps {
  list: readonly Level[];
  currentId: string | undefined;
  currency: string | undefined;
}

export function LevelTable({ list, currentId, currency }: TableProps) {
  const rules = new Set(
    list.filter(({ deposit }) => Number(deposit) > 0).map(({ refundRule }) => refundRule),
  );
  return (
    <Card title={t('business.upgrade.compare')}>
      {/* Large text makes it wider than a phone: then the table scrolls, and the page does not. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself is scrolled by keys, too */}
      <div style={{ overflowX: 'auto' }} tabIndex={0}>
        <table className="small block" style={{ borderSpacing: '0 4px', marginBlock: '-4px' }}>
          <thead className="muted">
            <tr>
              {columns.map(({ name, style }) => (
                <th key={name} scope="col" style={style}>
                  {t(`business.upgrade.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          {list.map((level) => {
            const isCurrent = level.id === currentId;
            return (
              <tbody key={level.id} aria-current={isCurrent ? 'true' : undefined}>
                <tr>
                  {/* Over its figures, so that no name is squeezed beside three columns. */}
                  <th scope="rowgroup" colSpan={3} style={nameStyle}>
                    {level.name ?? t(`level.${level.key}`)}{' '}
                    {isCurrent && <Badge tone="calm">{t('business.upgrade.yours')}</Badge>}
                  </th>
                </tr>
                <tr>
                  {columns.map(({ name, style, figure }) => (
                    <td key={name} style={style}>
                      <Amount>{figure(level, currency)}</Amount>
                    </td>
                  ))}
                </tr>
              </tbody>
            );
          })}
        </table>
      </div>
      {/* Mostly one rule for all levels with a deposit, so it is shown once. */}
      {[...rules].map((rule) => (
        <p key={rule} className="small muted">
          {rule}
        </p>
      ))}
    </Card>
  );
}

/** Round sums go without cents. */
const round = { ...cents, trailingZeroDisplay: 'stripIfInteger' } as const;

const start = { textAlign: 'start' } as const;
const end = { textAlign: 'end', paddingInlineStart: '8px' } as const;
const nameStyle = { ...start, paddingBlockStart: '8px' };

interface Column {
  name: 'cap' | 'deposit' | 'fee';
  style: CSSProperties;
  figure(level: Level, currency: string | undefined): string;
}

const columns: readonly Column[] = [
  { name: 'cap', style: start, figure: ({ goodsCap }) => number(goodsCap) },
  { name: 'deposit', style: end, figure: ({ deposit }, currency) => money(deposit, currency, round) },
  { name: 'fee', style: end, figure: ({ fee }, currency) => money(fee, currency, round) },
];
