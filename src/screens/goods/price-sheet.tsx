import * as v from 'valibot';
import { money as moneyField } from '../../contract/fields.ts';
import { foldDigits, formatMoney, MONEY, parseMoney, percentOf } from '../../contract/money.ts';
import { named } from '../../contract/named.ts';
import { ApiError } from '../../data/api-error.ts';
import { me } from '../../data/session.ts';
import { addToShowcase } from '../../data/showcase.ts';
import { toast } from '../../data/toast.ts';
import { inline, money, percent } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Form, FormButton, useForms } from '../../ui/form.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Sum } from '../../ui/sum.tsx';
import { Thumb } from '../../ui/thumb.tsx';

interface Priced {
  id: string;
  name: string;
  image?: string;
  cost: string;
  /** What the field begins with. */
  price: string;
  suggestedPrice?: string;
}

interface Props {
  goods: Priced;
  currency: string | undefined;
  onClose: () => void;
}

/** The price at which an article is listed, and what would be left of it. */
export default function PriceSheet({ goods, currency, onClose }: Props) {
  const list = async ({ sellingPrice }: { sellingPrice: string }) => {
    const price = foldDigits(sellingPrice);
    const outcome = await addToShowcase([{ goodsId: goods.id, sellingPrice: price }]);
    if (outcome.state !== 'done') throw new ApiError('timeout');
    toast(() => t('goods.added_done', { name: goods.name }));
    onClose();
  };
  return (
    <Sheet title={t('goods.price_title')} onClose={onClose}>
      <Form schema={priceSchema(goods.cost)} defaults={{ sellingPrice: goods.price }} onSubmit={list}>
        <div className="row">
          <Thumb src={goods.image} />
          <p className="grow">{goods.name}</p>
        </div>
        <FormField
          name="sellingPrice"
          label={t('goods.price')}
          hint={t('goods.price_hint', {
            price: inline(money(goods.suggestedPrice ?? goods.price, currency)),
            cost: inline(money(goods.cost, currency)),
          })}
          inputmode="decimal"
          autocomplete="off"
          dir="ltr"
          after={<span className="muted">{currency}</span>}
        />
        <Preview goods={goods} currency={currency} />
        <FormButton block>{t('goods.list_it')}</FormButton>
      </Form>
    </Sheet>
  );
}

const priceSchema = (cost: string) =>
  v.object({
    sellingPrice: v.pipe(
      moneyField,
      v.check((price) => parseMoney(price) >= parseMoney(cost), named('min_value', cost)),
    ),
  });

/** The one sum that the client does itself: while a price is typed there is no server to ask. Marked as an estimate. */
function Preview({ goods, currency }: { goods: Priced; currency: string | undefined }) {
  const typed = foldDigits(String(useForms().watch('sellingPrice') ?? '')).trim();
  const share = me.value.limits?.platformFeePercent;
  if (!share) return null;
  const known = MONEY.test(typed);
  const price = known ? parseMoney(typed) : 0n;
  const fee = percentOf(price, share);
  const show = (units: bigint) => (known ? money(formatMoney(units), currency) : '—');
  return (
    <div className="stack tight" aria-live="polite">
      <Sum
        rows={[
          { label: t('goods.price'), amount: show(price) },
          { label: t('stats.purchase_cost'), amount: show(-parseMoney(goods.cost)) },
          { label: t('goods.platform_fee', { percent: percent(Number(share) / 100) }), amount: show(-fee) },
          { label: t('goods.profit'), amount: show(price - parseMoney(goods.cost) - fee), total: true },
        ]}
      />
      <p className="small muted">{t('goods.profit_note')}</p>
    </div>
  );
}
