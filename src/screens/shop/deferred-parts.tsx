// What the shop centre shows after its figures, in one piece: the shortcuts' drawings, the table of the awning, the sheets
// of the figures, the way to the shop's front, and the swipeable row.

import { openable, share } from '../../data/host.ts';
import { type Slide, slidesResource } from '../../data/slides.ts';
import { type Period, statLineResource } from '../../data/stats.ts';
import { storeResource } from '../../data/store.ts';
import { t } from '../../lang/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Headset } from '../../ui/icons/headset.ts';
import { Megaphone } from '../../ui/icons/megaphone.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { Warehouse } from '../../ui/icons/warehouse.ts';
import { lazy } from '../../ui/lazy.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { ShopLink } from '../../ui/shop-link.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import type { Figure } from './figures.tsx';

const icons = {
  warehouse: Warehouse,
  promotion: Megaphone,
  orderComment: MessageSquareText,
  service: Headset,
};

export default { icons, ProfitTable, FigureSheets, FrontLink, Slides };

const FigureTable = lazy(() => import('./figure-table.tsx'), { texts: ['today'] });
const AboutFigures = lazySheet(() => import('./about-figures.tsx'), { texts: ['main', 'rest', 'today'] });
const FigureSheet = lazySheet(() => import('./figure-sheet.tsx'), { texts: ['main', 'goods', 'today'] });

/** The profit of the period on show, for who reads the awning by ear. */
function ProfitTable({ period }: { period: Period }) {
  const line = statLineResource.ask({ range: period, metric: 'profit' }).value.data;
  return <div className="sr">{line && <FigureTable line={line} period={period} metric="profit" />}</div>;
}

interface FigureSheetsProps {
  figure: Figure;
  period: Period;
  onClose: () => void;
}

/** The sheet of the figure that was pressed. */
function FigureSheets({ figure, period, onClose }: FigureSheetsProps) {
  const shop = storeResource.ask().value.data;
  if (figure !== 'shop') return <FigureSheet metric={figure} period={period} onClose={onClose} />;
  return shop ? <AboutFigures shop={shop} onClose={onClose} /> : null;
}

const front = { display: 'grid', alignContent: 'center', paddingBlock: '2px' };

/** The shop as buyers see it, where the server knows its address. */
function FrontLink() {
  const shop = storeResource.ask().value.data;
  const href = openable(shop?.shareUrl);
  if (!shop || !href) return null;
  return (
    <section className="card" style={front}>
      <ShopLink
        href={href}
        share={() => share({ title: shop.name, url: new URL(href, location.href).href })}
      />
    </section>
  );
}

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
