import { time, zoneName } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Sheet } from '../../ui/sheet.tsx';
import type { Store } from './shop-card.tsx';

/** How each figure of the shop card is counted, over which period, and when it was last. */
export default function AboutFigures({ shop, onClose }: { shop: Store; onClose: () => void }) {
  return (
    <Sheet title={t('shop.how_counted')} onClose={onClose}>
      <dl className="list">
        <Counted name={t('shop.credit')} text={t('shop.about_credit')} />
        <Counted name={t('shop.rating')} text={t('shop.about_rating')} />
        <Counted name={t('shop.visitors')} text={t('shop.about_visitors')} />
      </dl>
      {shop.asOf && (
        <p className="small muted rule">
          {t('shop.as_of', { time: time(shop.asOf), zone: zoneName(shop.asOf) })}
        </p>
      )}
    </Sheet>
  );
}

function Counted({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>
        <strong>{name}</strong>
      </dt>
      <dd className="muted">{text}</dd>
    </div>
  );
}
