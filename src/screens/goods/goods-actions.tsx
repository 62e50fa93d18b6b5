import { useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { hasFeature } from '../../data/session.ts';
import { showcaseAdd } from '../../data/showcase.ts';
import { storeResource } from '../../data/store.ts';
import { toast } from '../../data/toast.ts';
import { inline, money, t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Dock } from '../../ui/page.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { useCommand } from '../command/use-command.ts';
import type { Product } from './goods.tsx';
import { goodsProblem } from './goods-problem.ts';
import { isListingBarred } from './listing-barred.tsx';
import { Removed, type RemovedGoods } from './removed.tsx';

const PriceSheet = lazySheet(() => import('./price-sheet.tsx'), { texts: ['rest'] });
const RemoveSheet = lazySheet(() => import('./remove-sheet.tsx'), { texts: ['rest'] });

/** What can be done with an article: list it at the price that is shown or at another, or change its price and remove it. */
export function GoodsActions({ product }: { product: Product }) {
  const [open, setOpen] = useState<'price' | 'remove'>();
  const [removed, setRemoved] = useState<RemovedGoods>();
  const { id = '', name = '', cost, currency, suggestedPrice, listing } = product;
  const listed = listing?.status === 'listed' ? listing : undefined;
  const price = listing?.keepMarginPrice ?? listing?.sellingPrice ?? suggestedPrice;
  const close = () => setOpen(undefined);
  if (removed)
    return (
      <Dock>
        <Removed of={removed} onDone={() => setRemoved(undefined)} />
      </Dock>
    );
  return (
    <>
      {listed && (
        <Dock>
          <div className="cells tight">
            <Button onClick={() => setOpen('remove')}>{t('goods.remove')}</Button>
            {hasFeature('showcaseEdit') && (
              <Button kind="primary" onClick={() => setOpen('price')}>
                {t('goods.change_price')}
              </Button>
            )}
          </div>
        </Dock>
      )}
      {canList(product) && price && (
        <ListDock product={product} price={price} onPrice={() => setOpen('price')} />
      )}
      {open === 'price' && (
        <PriceSheet
          goods={{ goodsId: id, name, image: product.images?.[0], cost, price, suggestedPrice }}
          listing={listed}
          currency={currency}
          onRemove={() => setOpen('remove')}
          onClose={close}
        />
      )}
      {open === 'remove' && listed && (
        <RemoveSheet
          rows={[listed]}
          quota={undefined}
          onDone={(result) => {
            close();
            setRemoved(result);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Returns whether it is not listed, and can be: it is offered, in stock, and no decision of the platform is against it. */
const canList = ({ listed, offered, stock, listing }: Product) =>
  listed === false && offered !== false && stock !== 0 && listing?.unlistReason !== 'policy';

interface ListDockProps {
  product: Product;
  price: string;
  onPrice: () => void;
}

/** Lists the article with one press, at the price that the button names. */
function ListDock({ product: { id = '', name = '', currency }, price, onPrice }: ListDockProps) {
  const { state, error, isBusy, send } = useCommand(showcaseAdd);
  const list = async () => {
    const result = await send({ items: [{ goodsId: id, sellingPrice: price }] });
    if (result.state === 'done') return toast(() => t('goods.added_done', { name }));
    // The shop has filled up meanwhile: then the page says so from here on.
    if (result.error.code === codes.showcaseGoodsMaximum) storeResource.invalidate();
  };
  const problem = goodsProblem(state, error);
  return (
    <Dock>
      {problem && (
        <Note tone={isBusy ? 'warn' : 'bad'} role="alert">
          {problem}
        </Note>
      )}
      <div className="cells tight">
        <Button onClick={onPrice}>{t('goods.other_price')}</Button>
        <Button kind="primary" busy={isBusy} waiting={isListingBarred()} onClick={() => void list()}>
          {t('goods.list_at', { price: inline(money(price, currency)) })}
        </Button>
      </div>
    </Dock>
  );
}
