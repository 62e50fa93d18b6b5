import type { Ad } from '../../data/ads.ts';
import { date, inline, number, t } from '../../lang/index.ts';
import { Item } from '../../ui/item.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Thumb } from '../../ui/thumb.tsx';

type Purchase = NonNullable<Ad['purchase']>;

interface BoughtProps {
  ad: Ad;
  bought: Purchase;
}

const tones = { running: 'info', completed: 'good', cancelled: 'calm' } as const;

/** A bought promotion: how much of it was delivered, and how it stands. */
export function BoughtRow({ ad, bought, onOpen }: BoughtProps & { onOpen: () => void }) {
  const { no, status, startsAt, endsAt } = bought;
  return (
    <Item
      media={<Thumb src={ad.image} />}
      title={ad.title}
      label={`${ad.title}, ${no}`}
      figure={deliveredText({ ad, bought })}
      note={`${date(startsAt)} – ${date(endsAt)}`}
      noteFigure={unitText(ad)}
      onPress={onOpen}
    >
      <div className="stack tight">
        <p className="small dot" data-tone={tones[status]}>
          {t(`business.promotion.status.${status}`) || status}
        </p>
        <Delivered ad={ad} bought={bought} />
      </div>
    </Item>
  );
}

export function Delivered({ ad, bought }: BoughtProps) {
  const text = deliveredText({ ad, bought });
  return <Meter label={unitText(ad)} value={bought.delivered} max={ad.quantity} text={text} />;
}

export const unitText = ({ unit }: Ad) => t(`business.promotion.unit.${unit}`) || unit;

/** Returns "340 of 1,000". */
export const deliveredText = ({ ad, bought }: BoughtProps) =>
  t('business.promotion.delivered', {
    delivered: inline(number(bought.delivered)),
    quantity: inline(number(ad.quantity)),
  });
