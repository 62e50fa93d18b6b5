import { type ChoiceProps, Choices } from './choices.tsx';

/** Two to four exclusive views: `<Seg label items={[{ value: 'week', label: t('shop.week') }]} value onPick />`. */
export function Seg<K extends string>(props: ChoiceProps<K>) {
  return <Choices {...props} shape="seg" />;
}
