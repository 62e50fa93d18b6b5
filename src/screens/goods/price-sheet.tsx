import { useState } from 'react';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { parseMoney } from '../../contract/money.ts';
import { named } from '../../contract/named.ts';
import { ApiError, asApiError } from '../../data/api-error.ts';
import { settled } from '../../data/settled.ts';
import { addToShowcase, editPrice } from '../../data/showcase.ts';
import { toast } from '../../data/toast.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { typedAmount, typedMoney } from '../pay/typed-money.ts';
import { isFarAbove, PriceConfirm } from './price-confirm.tsx';
import { PricePreview } from './price-preview.tsx';

interface Priced {
  goodsId: string;
  /** Its row of the showcase, where it is listed already and only its price changes. */
  listingId?: string;
  name: string;
  image?: string;
  /** Absent where the server does not say it: then the server alone knows what is below cost. */
  cost: string | undefined;
  /** What the field begins with. */
  price: string | undefined;
  suggestedPrice?: string;
}

interface Props {
  goods: Priced;
  currency: string | undefined;
  onClose: () => void;
}

/** The price at which an article is or will be listed, and what would be left of it. */
export default function PriceSheet({ goods, currency, onClose }: Props) {
  const [isFull, setFull] = useState(false);
  const [doubted, setDoubted] = useState<string>();
  const [isLate, setLate] = useState(false);
  const usual = goods.suggestedPrice ?? goods.price;
  const list = async (typed: { sellingPrice: string }) => {
    const sellingPrice = typedAmount(typed.sellingPrice);
    setFull(false);
    if (isFarAbove(sellingPrice, usual) && doubted !== sellingPrice) return setDoubted(sellingPrice);
    try {
      await save(goods, sellingPrice, () => setLate(true)).finally(() => setLate(false));
    } catch (thrown) {
      const error = asApiError(thrown);
      setFull(error.code === codes.showcaseGoodsMaximum);
      throw error;
    }
    toast(() => t(goods.listingId ? 'goods.price_done' : 'goods.added_done', { name: goods.name }));
    onClose();
  };
  return (
    <Sheet title={t('goods.price_title')} onClose={onClose}>
      <Form
        schema={priceSchema(goods.cost)}
        defaults={{ sellingPrice: goods.price }}
        draftKey={`price.${goods.listingId ?? goods.goodsId}`}
        onSubmit={list}
      >
        {isFull && (
          <LinkButton kind="soft" href={paths.upgrade.href()}>
            {t('goods.see_levels')}
          </LinkButton>
        )}
        <div className="row">
          <Thumb src={goods.image} />
          <p className="grow">{goods.name}</p>
        </div>
        <FormField
          name="sellingPrice"
          label={t('goods.price')}
          hint={hintOf(goods, currency)}
          inputmode="decimal"
          autocomplete="off"
          dir="ltr"
          after={<span className="muted">{currency}</span>}
        />
        <PricePreview cost={goods.cost} currency={currency} />
        {isLate && (
          <Note icon={Clock} role="status">
            {t('quote.checking_text')}
          </Note>
        )}
        <PriceConfirm
          label={t(goods.listingId ? 'goods.save_price' : 'goods.list_it')}
          doubted={doubted}
          usual={usual}
          currency={currency}
        />
      </Form>
    </Sheet>
  );
}

const send = ({ goodsId, listingId }: Priced, sellingPrice: string, onChecking: () => void) =>
  listingId
    ? editPrice(listingId, sellingPrice, onChecking)
    : addToShowcase([{ goodsId, sellingPrice }], onChecking);

/** The supplier may have raised the cost meanwhile: the server's word stands beside the field, as ours would. */
async function save(goods: Priced, sellingPrice: string, onChecking: () => void) {
  const outcome = await send(goods, sellingPrice, onChecking).catch((thrown) => {
    const { code, data } = asApiError(thrown);
    if (data.reason !== 'below_cost') throw thrown;
    const params = { kind: 'min_value', limit: data.params?.min ?? '' };
    throw new ApiError(code, '', { ...data, field: 'sellingPrice', params });
  });
  if (outcome.state === 'unknown') throw new ApiError(0, t('goods.unknown'));
  settled<unknown>(outcome);
}

function hintOf({ cost, suggestedPrice }: Priced, currency: string | undefined) {
  if (!cost) return undefined;
  const least = inline(money(cost, currency));
  if (suggestedPrice === undefined) return t('goods.price_least', { cost: least });
  return t('goods.price_hint', { price: inline(money(suggestedPrice, currency)), cost: least });
}

const priceSchema = (cost: string | undefined) =>
  v.object({
    sellingPrice: v.pipe(
      typedMoney,
      v.check((price) => !cost || parseMoney(price) >= parseMoney(cost), named('min_value', cost)),
    ),
  });
