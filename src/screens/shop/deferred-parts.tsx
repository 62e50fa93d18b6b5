// What the shop centre shows after its figures, in one piece: the shortcuts' drawings, how the shop stands, and the
// swipeable row.

import { openable } from '../../data/host.ts';
import { type Slide, slidesResource } from '../../data/slides.ts';
import { t } from '../../lang/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Headset } from '../../ui/icons/headset.ts';
import { Megaphone } from '../../ui/icons/megaphone.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { Warehouse } from '../../ui/icons/warehouse.ts';
import { Thumb } from '../../ui/thumb.tsx';
import { Standing } from './standing.tsx';

const icons = {
  warehouse: Warehouse,
  promotion: Megaphone,
  orderComment: MessageSquareText,
  service: Headset,
};

export default { icons, Slides, Standing };

/** One line of pictures that is swiped and never moves by itself. A paid picture says so, and names its advertiser. */
function Slides() {
  const list = slidesResource.ask().value.data ?? [];
  if (list.length === 0) return null;
  return (
    <section className="wide" aria-label={t('shop.slides')}>
      <ul className="scroll">
        {list.map((slide) => (
          <li key={slide.id} style={{ flex: '1 0 min(280px, 80%)' }}>
            <Picture slide={slide} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Picture({ slide }: { slide: Slide }) {
  const { imageUrl, alt, link, isAd, advertiser } = slide;
  const href = openable(link);
  // A picture without a destination is no link.
  return (
    <a className="card row" href={href} style={{ blockSize: '100%', padding: '8px' }}>
      <Thumb src={imageUrl} size={64} />
      <span className="grow">
        {alt}
        {isAd && (
          <span className="small muted" style={{ display: 'block' }}>
            <Badge tone="calm">{t('shop.ad')}</Badge>{' '}
            {!alt?.includes(advertiser ?? '') && <bdi>{advertiser}</bdi>}
          </span>
        )}
      </span>
    </a>
  );
}
