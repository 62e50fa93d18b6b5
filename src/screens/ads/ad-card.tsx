import { useState } from 'react';
import type { Ad } from '../../data/ads.ts';
import { money, number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Button } from '../../ui/button.tsx';
import { lazySheet } from '../../ui/lazy-sheet.tsx';
import { Thumb } from '../../ui/thumb.tsx';

const AdSheet = lazySheet(() => import('./ad-sheet.tsx'), { texts: ['pay'] });

interface AdCardProps {
  ad: Ad;
  currency: string | undefined;
  onBought: () => void;
}

/** A promotion on offer: what is delivered, within which time, at what price, and what comes back. */
export function AdCard({ ad, currency, onBought }: AdCardProps) {
  const [open, setOpen] = useState(false);
  const { title, image, target, price, unit, quantity, days, refundRule } = ad;
  const rows = [
    unit &&
      quantity !== undefined && {
        label: t(`business.promotion.unit.${unit}`) || unit,
        amount: number(quantity),
      },
    days !== undefined && {
      label: t('business.promotion.within'),
      amount: number(days, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
      isText: true,
    },
    {
      label: <strong>{t('business.promotion.price')}</strong>,
      amount: <strong>{money(price, currency)}</strong>,
    },
  ];
  return (
    <li className="card stack tight">
      <div className="row top">
        <Thumb src={image} />
        <div className="grow">
          <h2>{title}</h2>
          {target && <p className="small muted">{t(`business.promotion.target.${target}`) || target}</p>}
        </div>
        <Badge tone="calm">{t('shop.ad')}</Badge>
      </div>
      <Breakdown rows={rows.filter((row) => row !== false && row !== undefined)} />
      {refundRule && <p className="small muted">{refundRule}</p>}
      <Button onClick={() => setOpen(true)} aria-label={`${t('business.promotion.buy')}: ${title}`}>
        {t('business.promotion.buy')}
      </Button>
      {open && <AdSheet ad={ad} onClose={() => setOpen(false)} onBought={onBought} />}
    </li>
  );
}
