import type { ReadonlySignal } from '@preact/signals';
import type { Loaded } from '../../data/resource.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';

interface Capacity {
  used?: number;
  cap?: number;
}

/** The number of listed goods, and the level's maximum; hidden where the server does not count. */
export function CapacityCard({ of }: { of: ReadonlySignal<Loaded<Capacity>> }) {
  const { data, loading } = of.value;
  if (!loading && (data?.cap === undefined || data.used === undefined)) return null;
  const { used = 0, cap = 0 } = data ?? {};
  const text = data ? t('goods.used_of', { used: number(used), cap: number(cap) }) : '';
  const full = cap > 0 && used >= cap;
  // No figure before it is known; the line keeps its height.
  const most = data ? t('goods.level_cap', { cap: number(cap) }) : '\u00a0';
  return (
    <Card className="tight" title={t('goods.listed_goods')} aside={<bdi>{text}</bdi>}>
      <Meter
        label={t('goods.listed_goods')}
        value={used}
        max={cap}
        text={text}
        tone={full ? 'warn' : 'info'}
      />
      <p className="small muted">{full ? t('goods.full') : most}</p>
      {full && (
        <LinkButton className="start" href={paths.upgrade.href()}>
          {t('goods.see_levels')}
        </LinkButton>
      )}
    </Card>
  );
}
