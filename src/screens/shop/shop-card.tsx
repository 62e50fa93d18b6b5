import { useState } from 'react';
import type { Output } from '../../contract/calls.ts';
import { store } from '../../data/store.ts';
import { number } from '../../lang/format-first.ts';
import { t } from '../../lang/texts.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { BadgeCheck } from '../../ui/icons/badge-check.ts';
import { Info } from '../../ui/icons/info.ts';
import { lazy } from '../../ui/lazy.tsx';
import type { Children } from '../../ui/props.ts';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Stars } from '../../ui/stars.tsx';
import { Stat } from '../../ui/stat.tsx';

export type Store = Output<'POST /v1/store/info'>;

const AboutFigures = lazy(() => import('./about-figures.tsx'));

/** The shop: name, level, and three figures that each explain how they are counted. */
export function ShopCard() {
  return (
    <Card awning>
      <Await of={store.ask()} onRetry={() => store.refetch()} skeleton={<Waiting />}>
        {(shop) => <Shop shop={shop} />}
      </Await>
    </Card>
  );
}

function Shop({ shop }: { shop: Store }) {
  const [about, setAbout] = useState(false);
  return (
    <>
      <div className="row">
        <IconTile>{initials(shop.name)}</IconTile>
        <div className="grow stack near">
          <h2>
            <a className="hit" href={paths.shop.href()} style={{ color: 'inherit', textDecoration: 'none' }}>
              {shop.name}
            </a>
          </h2>
          <p className="row tight wrap small muted">
            {shop.levelAuthorised !== false && <Level level={shop.level} />}
            {shop.no && (
              <span>
                {t('shop.number')} <Code>{shop.no}</Code>
              </span>
            )}
          </p>
        </div>
        <IconButton
          className="edge"
          icon={Info}
          label={t('shop.how_counted')}
          onClick={() => setAbout(true)}
        />
      </div>
      <div className="cells rule">
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
      {about && <AboutFigures shop={shop} onClose={() => setAbout(false)} />}
    </>
  );
}

/** The level; one that this version does not know is shown as the server names it. */
function Level({ level }: { level: Store['level'] }) {
  const known = { shop: 1, merchant: 1, agent: 1, partner: 1 };
  if (!level) return null;
  return <Badge icon={BadgeCheck}>{level in known ? t(`level.${level}`) : level}</Badge>;
}

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

const initials = (name = '') =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase())
    .join('');

function Waiting() {
  return (
    <div className="stack tight" aria-hidden="true">
      <div className="row">
        <SkeletonBlock w="44px" h="44px" />
        <SkeletonBlock w="11em" h="76px" />
      </div>
      <div className="rule">
        <SkeletonBlock h="40px" />
      </div>
    </div>
  );
}
