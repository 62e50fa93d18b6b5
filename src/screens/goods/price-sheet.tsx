import { useState } from 'react';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { moneyReadBy } from '../../contract/fields.ts';
import { problemMessage } from '../../contract/messages.ts';
import { MONEY, parseMoney } from '../../contract/money.ts';
import { ApiError } from '../../data/api-error.ts';
import { hasFeature } from '../../data/session.ts';
import { priceEdit, type ShowcaseItem, showcaseAdd } from '../../data/showcase.ts';
import { storeResource } from '../../data/store.ts';
import { toast } from '../../data/toast.ts';
import { currencyOfShop, inline, money, number, t, tn } from '../../lang/index.ts';
import { amountKeyboard, toTyped, typedAmount } from '../../lang/typed-amount.ts';
import { Code } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormField, useFieldValue } from '../../ui/form-field.tsx';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Clock } from '../../ui/icons/clock.ts';
import { Trash } from '../../ui/icons/trash.ts';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { checkingText, useCommand } from '../command/use-command.ts';
import { isListingBarred, ListingBarred } from './listing-barred.tsx';
import { PricePreview } from './price-preview.tsx';
import { undoPriceEdit } from './reprice-undo.ts';

interface Priced {
  goodsId: string;
  name: string;
  image?: string;
  /** Absent where the server does not send it: then only the server knows what is below cost. */
  cost: string | undefined;
  /** The initial value of the field. */
  price: string | undefined;
  suggestedPrice?: string;
}

interface Props {
  goods: Priced;
  currency: string | undefined;
  /** The row of the showcase, where the article is listed already: then its price changes, and it can be removed. */
  listing?: ShowcaseItem | undefined;
  onRemove?: () => void;
  onClose: () => void;
}

/** Lists an article at a price or changes it, and shows what would be left of it. */
export default function PriceSheet({ goods, currency, listing, onRemove, onClose }: Props) {
  const [doubted, setDoubted] = useState<string>();
  const adding = useCommand(showcaseAdd);
  const editing = useCommand(priceEdit);
  const { goodsId } = goods;
  const canPrice = !listing || hasFeature('showcaseEdit');
  const usual = goods.suggestedPrice ?? goods.price;
  const list = async (typed: { sellingPrice: string }) => {
    const sellingPrice = typedAmount(typed.sellingPrice);
    if (isFarAbove(sellingPrice, usual) && doubted !== sellingPrice) return setDoubted(sellingPrice);
    const result = listing
      ? await editing.send({ id: listing.id, sellingPrice })
      : await adding.send({ items: [{ goodsId, sellingPrice }] });
    if (result.state === 'unknown') throw new ApiError(0, t('goods.unknown'));
    if (result.state !== 'done') {
      // The shop has filled up meanwhile: then the sheet says so from here on.
      if (result.error.code === codes.showcaseGoodsMaximum) storeResource.invalidate();
      throw belowCost(result.error, currency);
    }
    const isChanged = listing && listing.sellingPrice !== sellingPrice;
    toast(
      () => t(listing ? 'goods.price_done' : 'goods.added_done', { name: goods.name }),
      'good',
      isChanged ? () => void undoPriceEdit(listing) : undefined,
    );
    onClose();
  };
  return (
    <Sheet title={t('goods.price_title')} onClose={onClose}>
      <Form
        schema={priceSchema(goods.cost, currency)}
        defaults={{ sellingPrice: goods.price && toTyped(goods.price) }}
        draftKey={`price.${listing?.id ?? goodsId}`}
        onSubmit={list}
      >
        {!listing && <ListingBarred />}
        <About goods={goods} listing={listing} />
        {canPrice && (
          <FormField
            name="sellingPrice"
            label={t('goods.price')}
            hint={hintOf(goods, currency)}
            inputmode={amountKeyboard()}
            autocomplete="off"
            dir="ltr"
            after={<span className="muted">{currency}</span>}
          />
        )}
        <PricePreview cost={goods.cost} currency={currency} />
        {[adding.state, editing.state].includes('checking') && (
          <Note icon={Clock} role="status">
            {checkingText()}
          </Note>
        )}
        {listing && (
          <Button kind="soft" data-tone="bad" icon={Trash} onClick={onRemove}>
            {t('goods.remove')}
          </Button>
        )}
        {canPrice && (
          <div className="foot stack tight">
            <PriceConfirm
              label={t(listing ? 'goods.save_price' : 'goods.list_it')}
              waiting={!listing && isListingBarred()}
              doubted={doubted}
              usual={usual}
              currency={currency}
            />
          </div>
        )}
      </Form>
    </Sheet>
  );
}

/** The article, and what the showcase knows of it. */
function About({ goods, listing }: Pick<Props, 'goods' | 'listing'>) {
  const { clicks, stock } = listing ?? {};
  const facts = [
    typeof clicks === 'number' && tn('goods.clicks', clicks),
    stock !== undefined && (stock > 0 ? tn('goods.in_stock', stock) : t('goods.out_of_stock')),
  ];
  return (
    <div className="row">
      <Thumb src={goods.image} />
      <div className="grow">
        <p>{goods.name}</p>
        {listing && (
          <p className="small muted">
            <Code>{listing.goodsCode}</Code>{' '}
            {facts
              .filter(Boolean)
              .map((fact) => `· ${fact}`)
              .join(' ')}
          </p>
        )}
      </div>
    </div>
  );
}

/** The supplier may have raised the cost meanwhile: then the server's limit is shown at the field. */
function belowCost(error: ApiError, currency: string | undefined): ApiError {
  const { code, data } = error;
  if (data.reason !== 'below_cost') return error;
  const limit = inline(money(String(data.params?.min ?? ''), currency));
  const params = { kind: 'min_value', limit };
  return new ApiError(code, '', { ...data, field: 'sellingPrice', params });
}

function hintOf({ cost, suggestedPrice }: Priced, currency: string | undefined) {
  if (!cost) return undefined;
  const least = inline(money(cost, currency));
  if (suggestedPrice === undefined) return t('goods.price_least', { cost: least });
  return t('goods.price_hint', { price: inline(money(suggestedPrice, currency)), cost: least });
}

const priceSchema = (cost: string | undefined, currency: string | undefined) =>
  v.object({
    sellingPrice: v.pipe(
      moneyReadBy(typedAmount, currencyOfShop),
      // An invalid amount has its own sentence, and cannot be compared.
      v.check(
        (price) => !cost || !MONEY.test(price) || parseMoney(price) >= parseMoney(cost),
        problemMessage('min_value', inline(money(cost, currency))),
      ),
    ),
  });

/** A slipped point or digit makes ten times the price; three times leaves room for an intended one. */
const doubtFactor = 3;
const times = (price: string, suggested = '') => Number(price) / Number(suggested || Number.NaN);

const isFarAbove = (price: string, suggested: string | undefined) => times(price, suggested) > doubtFactor;

interface ConfirmProps {
  /** The button's text while no price is doubted. */
  label: string;
  waiting: boolean;
  doubted: string | undefined;
  /** The suggested price, or the current one. */
  usual: string | undefined;
  currency: string | undefined;
}

/** Sends the form; a price far above the usual is shown once more, and only that price is then confirmed. */
function PriceConfirm({ label, waiting, doubted, usual, currency }: ConfirmProps) {
  const typed = typedAmount(String(useFieldValue('sellingPrice') ?? ''));
  if (!doubted || typed !== doubted)
    return (
      <FormButton block waiting={waiting}>
        {label}
      </FormButton>
    );
  const price = inline(money(doubted, currency));
  const many = number(times(doubted, usual), { maximumFractionDigits: 1 });
  return (
    <>
      <Note tone="warn" icon={CircleQuestionMark} role="alert">
        {t('goods.price_far', { price, times: many, usual: inline(money(usual, currency)) })}
      </Note>
      <FormButton block kind="line">
        {t('goods.price_meant', { price })}
      </FormButton>
    </>
  );
}
