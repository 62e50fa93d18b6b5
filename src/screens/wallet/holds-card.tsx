import { openable } from '../../data/host.ts';
import type { Wallet } from '../../data/wallet.ts';
import { date, money, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';

type Hold = Wallet['holds'][number];

/** Every frozen sum with its reason, its beginning, and what ends it. */
export function HoldsCard({ holds, currency }: { holds: readonly Hold[]; currency: string }) {
  return (
    <Card title={t('wallet.holds')}>
      <ul className="list">
        {holds.map((hold) => (
          <li key={hold.id} className="row top">
            <div className="grow">
              <p>{hold.text}</p>
              <p className="small muted">{t('wallet.since', { at: date(hold.since) })}</p>
              <p className="small tone" data-tone="warn">
                {ending(hold)}
              </p>
              <p className="row wrap small">
                {hold.reasonCode === 'withdrawal' && hold.ref && (
                  <a className="hit" href={paths.history.href({ no: hold.ref })}>
                    <Code>{hold.ref}</Code>
                  </a>
                )}
                {hold.appealUrl && (
                  <a className="hit" href={openable(hold.appealUrl)}>
                    {t('wallet.appeal')}
                  </a>
                )}
              </p>
            </div>
            <Amount className="end">{money(hold.amount, currency)}</Amount>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ending({ releaseAt, condition, reviewBy }: Hold) {
  if (releaseAt) return t('wallet.release_at', { at: weekDate(releaseAt) });
  const review = reviewBy && t('wallet.review_by', { at: weekDate(reviewBy) });
  return [condition, review].filter(Boolean).join(' · ');
}
