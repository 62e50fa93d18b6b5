import { openable } from '../../data/host.ts';
import { type Slide, slides } from '../../data/slides.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';

/** One line of pictures that is swiped and never turns by itself. What somebody paid for says so, and who. */
export function Slides() {
  const list = slides.ask().value.data ?? [];
  if (list.length === 0) return null;
  return (
    <section className="wide" aria-label={t('shop.slides')}>
      <ul className="scroll">
        {list.map((slide) => (
          <li key={slide.id} className="card goods" style={{ inlineSize: 'min(280px, 80%)' }}>
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
  return (
    <>
      {/* The words stand below it. */}
      <img src={imageUrl} alt="" loading="lazy" decoding="async" style={{ aspectRatio: '2 / 1' }} />
      <p className="row between top small">
        {href ? (
          <a className="hit" href={href}>
            {alt}
          </a>
        ) : (
          alt
        )}
        {isAd && (
          <span>
            <Badge tone="calm">{t('shop.ad')}</Badge>{' '}
            {!alt?.includes(advertiser ?? '') && <bdi>{advertiser}</bdi>}
          </span>
        )}
      </p>
    </>
  );
}
