import { decimalsOf } from '../../contract/currencies.ts';
import type { Ad } from '../../data/ads.ts';
import { inline, labelOf, money, number, t, tn } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { Thumb } from '../../ui/thumb.tsx';

interface OfferCardProps {
  ad: Ad;
  currency: string | undefined;
  onBuy: () => void;
}

/** A promotion on offer: what is delivered, within which time, and its price. The sheet says what comes back. */
export function OfferCard({ ad, currency, onBuy }: OfferCardProps) {
  const { title, image, target, price } = ad;
  const Title = useHeading(2);
  return (
    <li className="card stack">
      <div className="row">
        <Thumb src={image} size={72} />
        <div className="grow stack near">
          <Title>{title}</Title>
          <p className="small">{deliveryOf(ad)}</p>
          <p className="small muted">{target && (t(`business.promotion.target.${target}`) || target)}</p>
        </div>
      </div>
      <div className="row rule">
        <p className="grow">
          <strong style={priceStyle}>
            <Amount>{money(price, currency)}</Amount>
          </strong>
          <span className="hint">{unitPriceOf(ad, currency)}</span>
        </p>
        <Button kind="soft" onClick={onBuy} aria-label={labelOf(t('business.promotion.buy')) + title}>
          {t('business.promotion.buy')}
        </Button>
      </div>
    </li>
  );
}

const priceStyle = { fontSize: 'var(--l)' };

const units = { display: 'business.promotion.displays', click: 'goods.clicks' } as const;

/** Returns what one impression or click costs, so that offers can be compared. */
function unitPriceOf({ unit, quantity, price }: Ad, currency: string | undefined) {
  if (!quantity || !(unit === 'display' || unit === 'click')) return undefined;
  const each = String(Number(price) / quantity);
  return t(`business.promotion.each.${unit}`, { price: inline(money(each, currency, upToMills(currency))) });
}

/** One impression costs less than a cent. */
const upToMills = (currency: string | undefined) => ({
  maximumFractionDigits: Math.max(3, decimalsOf(currency)),
});

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
