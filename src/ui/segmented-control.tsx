import { type ChoiceProps, Choices } from './choices.tsx';

/** Two to four exclusive views: `<SegmentedControl label items={[{ value: 'week', label: t('shop.week') }]} value onPick />`. */
export function SegmentedControl<K extends string>(props: ChoiceProps<K>) {
  return <Choices {...props} shape="row tight wrap" item="chip" />;
}
