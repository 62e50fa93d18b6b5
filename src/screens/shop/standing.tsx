import { useId, useState } from 'react';
import { openable, share } from '../../data/host.ts';
import { storeResource } from '../../data/store.ts';
import { number, t } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Info } from '../../ui/icons/info.ts';
import type { Children } from '../../ui/props.ts';
import { lazySheet } from '../../ui/sheet.tsx';
import { ShopLink } from '../../ui/shop-link.tsx';
import { Stars } from '../../ui/stars.tsx';
import { Stat } from '../../ui/stat.tsx';

const AboutFigures = lazySheet(() => import('./about-figures.tsx'), { texts: ['main', 'rest'] });

/** How the shop stands with its buyers: three figures, and a sheet that explains how each is counted. */
export function Standing() {
  const title = useId();
  const [about, setAbout] = useState(false);
  const shop = storeResource.ask().value.data;
  // Its own place reports why the shop could not be loaded.
  if (!shop) return null;
  const href = openable(shop.shareUrl);
  return (
    <section className="card stack near" aria-labelledby={title}>
      <div className="row" style={headStyle}>
        <h2 className="grow label" id={title}>
          {t('shop.standing')}
        </h2>
        <IconButton
          className="edge"
          icon={Info}
          label={t('shop.how_counted')}
          onClick={() => setAbout(true)}
        />
      </div>
      <div className="cells">
        <Stat label={t('shop.credit')}>
          <Figure value={shop.credit}>
            {(credit) => t('shop.credit_of', { value: number(credit), max: number(100) })}
          </Figure>
        </Stat>
        <Stat label={<Rating star={shop.star} />}>
          <Figure value={shop.star}>{(star) => <Stars value={star} text={oneDigit(star)} />}</Figure>
        </Stat>
        <Stat label={t('shop.visitors')}>
          <Figure value={shop.visitors}>{(visitors) => <Amount>{number(visitors)}</Amount>}</Figure>
        </Stat>
      </div>
      {href && (
        <div className="rule">
          <ShopLink
            href={href}
            share={() => share({ title: shop.name, url: new URL(href, location.href).href })}
          />
        </div>
      )}
      {about && <AboutFigures shop={shop} onClose={() => setAbout(false)} />}
    </section>
  );
}

/** As tall as its words: the button reaches over its line. */
const headStyle = { marginBlock: '-10px' };

function Rating({ star }: { star: number | null }) {
  return (
    <>
      {t('shop.rating')} {typeof star === 'number' && <Amount>{oneDigit(star)}</Amount>}
    </>
  );
}

/** A figure, or the text that there is no data: no figure is made up. */
function Figure({
  value,
  children,
}: {
  value: number | null | undefined;
  children: (value: number) => Children;
}) {
  if (typeof value !== 'number') return <span className="muted">{t('shop.no_data')}</span>;
  return <>{children(value)}</>;
}

const oneDigit = (star: number) => number(star, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
