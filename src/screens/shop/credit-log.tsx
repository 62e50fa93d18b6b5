import { openable } from '../../data/host.ts';
import type { Shop } from '../../data/shop.ts';
import { date, number, t } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { Explained } from '../../ui/quotation.tsx';

/** Every entry that made the credit score what it is, newest first; one that took points can be appealed. */
export function CreditLog({ rows }: { rows: Shop['creditLog'] }) {
  if (rows.length === 0) return <p className="muted">{t('shop.no_data')}</p>;
  return (
    <ul className="list">
      {rows.map(({ id, at, delta, score, reason, operatorTexts, appeal }) => (
        <li key={id} className="row top">
          <div className="grow">
            <Explained texts={[reason]} of={{ operatorTexts }} />
            <p className="small muted">
              {date(at)}
              {appeal && (
                <>
                  {' '}
                  · <a href={openable(appeal)}>{t('shop.appeal')}</a>
                </>
              )}
            </p>
          </div>
          <p className="end">
            <strong>
              <Amount tone={delta < 0 ? 'bad' : 'good'}>
                {number(delta, { signDisplay: 'exceptZero' })}
              </Amount>
            </strong>
            <br />
            <span className="small muted">
              {t('shop.credit_of', { value: number(score), max: number(100) })}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
