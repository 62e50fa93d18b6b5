import { openable } from '../../data/host.ts';
import type { Wallet } from '../../data/wallet.ts';
import { date, money, t, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Quotation } from '../../ui/quotation.tsx';

type Hold = Wallet['holds'][number];

/** Every frozen amount with its reason, its beginning, and what ends it. */
export function Holds({ holds, currency }: { holds: readonly Hold[]; currency: string }) {
  return (
    <ItemList title={t('wallet.holds')}>
      {holds.map((hold) => (
        <Item
          key={hold.id}
          title={hold.reason ?? <bdi>{hold.text}</bdi>}
          figure={<Amount>{money(hold.amount, currency)}</Amount>}
          note={t('wallet.since', { at: date(hold.since) })}
        >
          {hold.reason && <Quotation>{hold.text}</Quotation>}
          <p className="small dot" data-tone="warn">
            {ending(hold)}
          </p>
          <p className="row wrap small">
            {hold.ref && (
              <a className="hit" href={rowsOf(hold.reasonCode, hold.ref)}>
                <Code>{hold.ref}</Code>
              </a>
            )}
            {hold.appealUrl && (
              <a className="hit" href={openable(hold.appealUrl)}>
                {t('wallet.appeal')}
              </a>
            )}
          </p>
        </Item>
      ))}
    </ItemList>
  );
}

/** Returns the link of a hold: that of a withdrawal to its timeline, others to their rows in the wallet. */
const rowsOf = (reasonCode: string, no: string) =>
  reasonCode === 'withdrawal' ? paths.history.href({ no }) : paths.walletFlow.href({ refNo: no });

/** Returns whether a hold announces a deduction: its date is no release, and an appeal moves it. */
const isAnnounced = ({ reasonCode }: Hold) => reasonCode === 'refund' || reasonCode === 'correction';

function ending(hold: Hold) {
  const { releaseAt, condition, reviewBy } = hold;
  if (isAnnounced(hold) && releaseAt) return t('wallet.taken_from', { at: weekDate(releaseAt) });
  const by = releaseAt
    ? t('wallet.release_at', { at: weekDate(releaseAt) })
    : reviewBy && t('wallet.review_by', { at: weekDate(reviewBy) });
  return [condition, by].filter(Boolean).join(' · ');
}
