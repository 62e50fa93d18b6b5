import type { Ad } from '../../data/ads.ts';
import { labelOf } from '../../lang/compose.ts';
import { money, number } from '../../lang/format.ts';
import { t, tn } from '../../lang/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Item } from '../../ui/item.tsx';
import { Thumb } from '../../ui/thumb.tsx';

interface OfferRowProps {
  ad: Ad;
  currency: string | undefined;
  onBuy: () => void;
}

/** A promotion on offer: what is delivered, within which time, and its price. The sheet says what comes back. */
export function OfferRow({ ad, currency, onBuy }: OfferRowProps) {
  const { title, image, target, price } = ad;
  return (
    <Item
      media={<Thumb src={image} />}
      title={title}
      figure={<Amount>{money(price, currency)}</Amount>}
      note={deliveryOf(ad)}
    >
      <div className="row between small">
        <span className="muted" style={besideButton}>
          {target && (t(`business.promotion.target.${target}`) || target)}
        </span>
        <Button kind="soft" onClick={onBuy} aria-label={labelOf(t('business.promotion.buy')) + title}>
          {t('business.promotion.buy')}
        </Button>
      </div>
    </Item>
  );
}

/** As wide as a word; where that has no room beside the button, it is above it. */
const besideButton = { flex: '1 8em' };

const units = { display: 'business.promotion.displays', click: 'goods.clicks' } as const;

/** Returns how much is delivered, and within which time, as far as a server says so. */
function deliveryOf({ unit, quantity, days }: Partial<Ad>): string {
  const period = days !== undefined && number(days, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return [
    unit &&
      quantity !== undefined &&
      (unit in units ? tn(units[unit], quantity) : `${number(quantity)} ${unit}`),
    period && t('business.promotion.within', { days: period }),
  ]
    .filter(Boolean)
    .join(' · ');
}
