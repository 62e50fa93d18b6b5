import { identityResource } from '../../data/identity.ts';
import { storeResource } from '../../data/store.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { BadgeCheck } from '../../ui/icons/badge-check.ts';
import { IdCard } from '../../ui/icons/id-card.ts';
import { Store } from '../../ui/icons/store.ts';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { type Link, Links } from './links.tsx';

const links: readonly Link[] = [
  ['identity', 'settings.verification', IdCard],
  ['upgrade', 'settings.shop_levels', BadgeCheck],
  ['invitation', 'settings.invite', UserPlus],
];

/** The shop itself, first by its own name. */
export function ShopLinks() {
  const { name, logo, level } = storeResource.ask().value.data ?? {};
  const states = {
    identity: identityResource.ask().value.data?.status === 'verified' && t('settings.verified'),
    upgrade: level && t(`level.${level}`),
  };
  const about = t('settings.shop');
  return (
    <ItemList>
      <Item
        media={
          logo ? (
            <Thumb src={logo} size={44} />
          ) : (
            <IconTile>
              <Store />
            </IconTile>
          )
        }
        title={name ? <bdi>{name}</bdi> : about}
        note={name && about}
        href={paths.shop.href()}
        next
      />
      <Links list={links} states={states} />
    </ItemList>
  );
}
