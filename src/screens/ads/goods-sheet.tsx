import { type ShowcaseItem, showcaseResource } from '../../data/showcase.ts';
import { labelOf, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Package } from '../../ui/icons/package.ts';
import { Item } from '../../ui/item.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Thumb } from '../../ui/thumb.tsx';

/** Rows are pressed from edge to edge of the sheet. */
const toEdge = { marginInline: 'calc(-1 * var(--gap))' };

const listed = { status: 'listed' } as const;

/** The promoted article, by the name that its payment is confirmed under. */
export type Promoted = Pick<ShowcaseItem, 'goodsId' | 'name'>;

/** Asks which article of the showcase is promoted. None is chosen beforehand. */
export function GoodsSheet({ onPick, onClose }: { onPick: (goods: Promoted) => void; onClose: () => void }) {
  return (
    <Sheet title={t('business.promotion.which')} onClose={onClose}>
      <Await
        of={showcaseResource.ask(listed)}
        onRetry={() => showcaseResource.refetch(listed)}
        skeleton={<SkeletonBlock h="160px" />}
        empty={
          <Empty icon={Package} title={t('business.promotion.no_goods')}>
            <LinkButton href={paths.warehouse.href()}>{t('shop.warehouse')}</LinkButton>
          </Empty>
        }
      >
        {({ list, nextCursor }) => (
          <>
            <ul style={toEdge}>
              {list.map(({ id, goodsId, name, image }) => (
                <Item
                  key={id}
                  media={<Thumb src={image} size={48} />}
                  title={name}
                  label={labelOf(t('business.choose')) + name}
                  onPress={() => onPick({ goodsId, name })}
                  next
                />
              ))}
            </ul>
            {nextCursor && <LoadMore load={() => showcaseResource.more(listed)} />}
          </>
        )}
      </Await>
    </Sheet>
  );
}
