import { openable } from '../../data/host.ts';
import { type Slide, slides } from '../../data/slides.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';

/** One line of pictures that is swiped and never moves by itself. A paid picture says so, and names its advertiser. */
export function Slides() {
  const list = slides.ask().value.data ?? [];
  if (list.length === 0) return null;
  return (
    <section className="wide" aria-label={t('shop.slides')}>
      <ul className="scroll">
        {list.map((slide) => (
          <li key={slide.id} style={{ inlineSize: 'min(280px, 80%)' }}>
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
    <a className="card goods" href={href} style={{ blockSize: '100%' }}>
      {/* The text is below it. */}
      <img src={imageUrl} alt="" loading="lazy" decoding="async" style={{ aspectRatio: '2 / 1' }} />
      <span className="row between top small">
        <span className={href && 'tone'}>{alt}</span>
        {isAd && (
          <span>
            <Badge tone="calm">{t('shop.ad')}</Badge>{' '}
            {!alt?.includes(advertiser ?? '') && <bdi>{advertiser}</bdi>}
          </span>
        )}
      </span>
    </a>
  );
}
