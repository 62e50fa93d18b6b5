import { me } from '../../data/session.ts';
import { storeResource } from '../../data/store.ts';
import { date, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { appealRef } from '../../ui/appeal-ref.ts';
import { Note } from '../../ui/note.tsx';

/** Returns whether the shop can list nothing more, by a restriction or as it is full. */
export const isListingBarred = () => restrictionOn() !== undefined || isFull();

const restrictionOn = () => me.value.restrictions?.find(({ kind }) => kind === 'listing');

function isFull(): boolean {
  const { goodsUsed, goodsCap } = storeResource.ask().value.data ?? {};
  return goodsUsed !== undefined && goodsCap !== undefined && goodsUsed >= goodsCap;
}

/** Says before a press why nothing more can be listed, and what to do; nothing where the shop has room. */
export function ListingBarred() {
  const restriction = restrictionOn();
  if (restriction)
    return (
      <Note tone="warn">
        <p>
          <strong>{t('wallet.restriction.listing')}</strong>
        </p>
        {restriction.until && <p>{t('wallet.until', { at: date(restriction.until) })}</p>}
        <a href={paths.appeal.href({ ref: appealRef(restriction) })}>{t('wallet.appeal')}</a>
      </Note>
    );
  if (!isFull()) return null;
  return (
    <Note tone="warn">
      <p>{t('goods.full')}</p>
      <a href={paths.upgrade.href()}>{t('goods.see_levels')}</a>
    </Note>
  );
}
