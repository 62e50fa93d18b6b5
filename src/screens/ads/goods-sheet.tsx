import { type ShowcaseItem, showcase } from '../../data/showcase.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Package } from '../../ui/icons/package.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Thumb } from '../../ui/thumb.tsx';

const listed = { status: 'listed' } as const;

/** The promoted article, by the name that its payment is confirmed under. */
export type Promoted = Pick<ShowcaseItem, 'goodsId' | 'name'>;

/** Asks which article of the showcase is promoted. None is chosen beforehand. */
export function GoodsSheet({ onPick, onClose }: { onPick: (goods: Promoted) => void; onClose: () => void }) {
  return (
    <Sheet title={t('business.promotion.which')} onClose={onClose}>
      <Await
        of={showcase.ask(listed)}
        onRetry={() => showcase.refetch(listed)}
        skeleton={<SkeletonBlock h="160px" />}
        empty={
          <Empty icon={Package} title={t('business.promotion.no_goods')}>
            <LinkButton href={paths.warehouse.href()}>{t('shop.warehouse')}</LinkButton>
          </Empty>
        }
      >
        {({ list, nextCursor }) => (
          <>
            <ul className="list">
              {list.map(({ id, goodsId, name, image }) => (
                <li key={id} className="row">
                  <Thumb src={image} />
                  <span className="grow">{name}</span>
                  <Button
                    onClick={() => onPick({ goodsId, name })}
                    aria-label={`${t('business.choose')}: ${name}`}
                  >
                    {t('business.choose')}
                  </Button>
                </li>
              ))}
            </ul>
            {nextCursor && <LoadMore load={() => showcase.more(listed)} />}
          </>
        )}
      </Await>
    </Sheet>
  );
}
