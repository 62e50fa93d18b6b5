import { toastHistory } from '../../data/toast.ts';
import { t } from '../../lang/index.ts';
import { Empty } from '../../ui/empty.tsx';
import { Check } from '../../ui/icons/check.ts';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';

/** The toasts of this visit, which disappear quickly. */
export function ToastHistory() {
  if (toastHistory.value.length === 0)
    return <Empty title={t('people.notices.toasts_empty')} text={t('people.notices.toasts_text')} />;
  return (
    <ItemList>
      {toastHistory.value.map(({ id, text, tone }) => (
        <Item
          key={id}
          media={
            <span className="tone" data-tone={tone}>
              {tone === 'bad' ? <CircleAlert /> : <Check />}
            </span>
          }
          title={text()}
        />
      ))}
    </ItemList>
  );
}
