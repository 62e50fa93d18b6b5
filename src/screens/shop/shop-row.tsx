import { type Store, storeResource } from '../../data/store.ts';
import { t } from '../../lang/first.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { BadgeCheck } from '../../ui/icons/badge-check.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Thumb } from '../../ui/thumb.tsx';

/** The shop in one line: its logo, name and level. It leads to the shop's details. */
export function ShopRow() {
  return (
    <Await of={storeResource.ask()} onRetry={() => storeResource.refetch()} skeleton={<Waiting />}>
      {({ name, logo, level, levelAuthorised }) => (
        <a className="row" href={paths.shop.href()}>
          {logo ? <Thumb src={logo} size={44} /> : <IconTile>{initials(name)}</IconTile>}
          <div className="grow">
            <h2>{name}</h2>
            {levelAuthorised !== false && <Level level={level} />}
          </div>
          <ChevronRight className="flip muted" />
        </a>
      )}
    </Await>
  );
}

/** The level; one that this version does not know is shown as the server names it. */
function Level({ level }: { level: Store['level'] }) {
  const known = { shop: 1, merchant: 1, agent: 1, partner: 1 };
  if (!level) return null;
  return (
    <Badge tone="calm" icon={BadgeCheck}>
      {level in known ? t(`level.${level}`) : level}
    </Badge>
  );
}

const initials = (name = '') =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase())
    .join('');

/** As tall as a name over its badge. */
const Waiting = () => (
  <div className="row" aria-hidden="true">
    <SkeletonBlock w="44px" h="44px" />
    <SkeletonBlock w="9em" h="calc(2lh + 3px)" />
  </div>
);
