import { store } from '../../data/store.ts';
import { number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';

/** How full the shop is; hidden where the server does not count. */
export function RoomBadge() {
  const shop = store.ask().value.data;
  if (shop?.goodsCap === undefined || shop.goodsUsed === undefined) return null;
  const text = t('goods.used_of', { used: number(shop.goodsUsed), cap: number(shop.goodsCap) });
  return (
    <Badge tone="calm">
      <span className="sr">{t('goods.listed_goods')}</span> <bdi>{text}</bdi>
    </Badge>
  );
}
