import { inline, money, number, t } from '../../lang/index.ts';
import { typedAmount } from '../../lang/typed-amount.ts';
import { FormButton } from '../../ui/form.tsx';
import { useFieldValue } from '../../ui/form-field.tsx';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Note } from '../../ui/note.tsx';

/** A slipped point or digit makes ten times the price; three times leaves room for an intended one. */
const doubtFactor = 3;
const times = (price: string, suggested = '') => Number(price) / Number(suggested || Number.NaN);

export const isFarAbove = (price: string, suggested: string | undefined) =>
  times(price, suggested) > doubtFactor;

interface Props {
  /** The button's text while no price is doubted. */
  label: string;
  doubted: string | undefined;
  /** The suggested price, or the current one. */
  usual: string | undefined;
  currency: string | undefined;
}

/** Sends the form; a price far above the usual is shown once more, and only that price is then confirmed. */
export function PriceConfirm({ label, doubted, usual, currency }: Props) {
  const typed = typedAmount(String(useFieldValue('sellingPrice') ?? ''));
  if (!doubted || typed !== doubted) return <FormButton block>{label}</FormButton>;
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
