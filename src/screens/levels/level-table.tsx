import type { Level } from '../../data/levels.ts';
import { money, number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
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
        <table className="small block" style={{ borderSpacing: '0 12px', marginBlock: '-12px' }}>
          <thead className="muted">
            <tr>
              <th scope="col">
                <span className="sr">{t('business.shop.level')}</span>
              </th>
              {(['cap', 'deposit', 'fee'] as const).map((name) => (
                <th key={name} scope="col" style={end}>
                  {t(`business.upgrade.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map(({ id, key, name, goodsCap, deposit, fee }) => (
              <tr key={id} aria-current={id === currentId ? 'true' : undefined}>
                <th scope="row" style={{ textAlign: 'start' }}>
                  {name ?? t(`level.${key}`)}{' '}
                  {id === currentId && <Badge tone="calm">{t('business.upgrade.yours')}</Badge>}
                </th>
                {[number(goodsCap), money(deposit, currency), money(fee, currency)].map((text, at) => (
                  <td key={at} style={end}>
                    <Amount>{text}</Amount>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
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

const end = { textAlign: 'end', paddingInlineStart: '8px' } as const;
