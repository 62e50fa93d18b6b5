import { inline, money, number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { FormButton } from '../../ui/form.tsx';
import { useTyped } from '../../ui/form-field.tsx';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Note } from '../../ui/note.tsx';
import { typedAmount } from '../pay/typed-money.ts';

/** A point or a digit that slipped makes ten times the price; thrice leaves room for what is meant. */
const farAbove = 3;
const times = (price: string, suggested = '') => Number(price) / Number(suggested || Number.NaN);

export const isFarAbove = (price: string, suggested: string | undefined) =>
  times(price, suggested) > farAbove;

interface Props {
  /** What the button says as long as nothing is doubted. */
  label: string;
  doubted: string | undefined;
  /** What is suggested, or what is asked for it now. */
  usual: string | undefined;
  currency: string | undefined;
}

/** Sends the form; a price far above the usual is named once more before, and only that one is then meant. */
export function PriceConfirm({ label, doubted, usual, currency }: Props) {
  const typed = typedAmount(String(useTyped('sellingPrice') ?? ''));
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
