import { number, t } from '../../lang/index.ts';
import { Badge } from '../../ui/badge.tsx';

interface Props {
  used: number | undefined;
  cap: number | undefined;
}

/** The number of listed goods, of how many the level allows; hidden where the server does not count. */
export function CapacityBadge({ used, cap }: Props) {
  if (used === undefined || cap === undefined) return null;
  return (
    <Badge tone={used < cap ? 'calm' : 'warn'}>
      <span className="sr">{t('goods.listed_goods')}</span>
      <bdi>{t('goods.used_of', { used: number(used), cap: number(cap) })}</bdi>
    </Badge>
  );
}
