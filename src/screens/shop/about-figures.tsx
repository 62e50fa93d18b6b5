import { openable } from '../../data/host.ts';
import { type Shop, shopResource } from '../../data/shop.ts';
import type { Store } from '../../data/store.ts';
import { date, number, shopTime, t, tn } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Explained } from '../../ui/quotation.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';

/** How each figure of the shop card is counted, over which period, when it was last, and what changed the score. */
export default function AboutFigures({ shop, onClose }: { shop: Store; onClose: () => void }) {
  const ratings = shop.starCount > 0 ? ` ${tn('about.ratings', shop.starCount)}` : '';
  const since = shop.visitorsSince && ` ${t('about.since', { at: date(shop.visitorsSince) })}`;
  return (
    <Sheet title={t('about.title')} onClose={onClose}>
      <div className="stack">
        <dl className="list">
          <Counted name={t('shop.credit')} text={t('about.credit')} />
          <Counted name={t('shop.rating')} text={t('about.rating') + ratings} />
          <Counted name={t('shop.visitors')} text={t('about.visitors') + (since ?? '')} />
          <Counted name={t('stats.profit')} text={t('figures.about_profit')} />
        </dl>
        {shop.asOf && <p className="small muted">{t('shop.as_of', { time: shopTime(shop.asOf) })}</p>}
        <h3>{t('about.credit_log')}</h3>
        <Await
          of={shopResource.ask()}
          onRetry={() => shopResource.refetch()}
          skeleton={<SkeletonBlock h="88px" />}
        >
          {({ creditLog }) => <CreditLog rows={creditLog ?? []} />}
        </Await>
      </div>
    </Sheet>
  );
}

function Counted({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>
        <strong>{name}</strong>
      </dt>
      <dd className="muted">{text}</dd>
    </div>
  );
}

/** Every entry that made the credit score what it is, newest first; one that took points can be appealed. */
function CreditLog({ rows }: { rows: Shop['creditLog'] }) {
  if (rows.length === 0) return <p className="muted">{t('common.no_value')}</p>;
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
                  · <a href={openable(appeal)}>{t('wallet.appeal')}</a>
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
