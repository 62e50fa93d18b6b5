import { said } from '../../data/toast.ts';
import { t } from '../../lang/i18n.ts';
import { Empty } from '../../ui/empty.tsx';
import { Check } from '../../ui/icons/check.ts';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { Mark } from '../../ui/mark.tsx';

/** The messages that passed at the top of the screen, for whoever was not quick enough. */
export function SaidList() {
  if (said.value.length === 0)
    return <Empty title={t('people.notices.said_empty')} text={t('people.notices.said_text')} />;
  return (
    <ul className="card list">
      {said.value.map(({ id, text, tone }) => (
        <li key={id} className="row">
          <Mark tone={tone}>{tone === 'bad' ? <CircleAlert /> : <Check />}</Mark>
          <span className="grow">{text()}</span>
        </li>
      ))}
    </ul>
  );
}
