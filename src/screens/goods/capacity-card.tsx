import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';

interface Props {
  used: number | undefined;
  cap: number | undefined;
}

/** From here on a card shows the room in the shop, besides the figure in the head. */
const shortFrom = 0.8;

/** How full the shop is, and what a higher level allows; drawn once it is nearly full. */
export function CapacityCard({ used, cap }: Props) {
  if (!cap || used === undefined || used < cap * shortFrom) return null;
  const text = t('goods.used_of', { used: number(used), cap: number(cap) });
  const isFull = used >= cap;
  return (
    <Card className="tight" title={t('goods.listed_goods')} aside={<bdi>{text}</bdi>}>
      <Meter
        label={t('goods.listed_goods')}
        value={used}
        max={cap}
        text={text}
        tone={isFull ? 'warn' : 'info'}
      />
      <p className="small muted">{isFull ? t('goods.full') : t('goods.level_cap', { cap: number(cap) })}</p>
      {isFull && (
        <LinkButton className="start" href={paths.upgrade.href()}>
          {t('goods.see_levels')}
        </LinkButton>
      )}
    </Card>
  );
}
