import { openable } from '../../data/host.ts';
import type { Wallet } from '../../data/wallet.ts';
import { lang, money, signedMoney, t, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Item } from '../../ui/item.tsx';
import { Quotation } from '../../ui/quotation.tsx';
import { comingHref, isNothing, settlementHref } from './amounts.ts';

/**
 * What is neither available nor coming: what is only expected, each hold with its reason, its end and its appeal, the deposit,
 * and folded the amounts of zero.
 */
export function Kept({ data }: { data: Wallet }) {
  const { holds = [], currency } = data;
  const isOne = holds.length === 1;
  const parts = [settlementOf(data), ...(isOne ? [] : [frozenOf(data)])].filter(isPresent);
  const deposit = [depositOf(data)].filter(isPresent);
  return (
    <div className="items">
      {parts.length + holds.length + deposit.length > 0 && (
        <ul>
          {parts.map((part) => (
            <AmountRow key={part.href} part={part} currency={currency} />
          ))}
          {holds.map((hold) => (
            <HoldRow
              key={hold.id}
              hold={hold}
              currency={currency}
              named={isOne ? 'on hold' : 'by its reason'}
            />
          ))}
          {deposit.map((part) => (
            <AmountRow key={part.href} part={part} currency={currency} />
          ))}
        </ul>
      )}
      <NoneNow data={data} />
    </div>
  );
}

const isPresent = ({ amount }: Part) => !isNothing(amount);

interface Part {
  title: string;
  amount: string;
  href: string;
  /** It is no balance yet: it has its plus. */
  isExpected?: boolean;
}

const settlementOf = (data: Wallet): Part => ({
  title: t('wallet.settlement'),
  amount: data.settlementAmount,
  href: settlementHref(),
  isExpected: true,
});
const frozenOf = (data: Wallet): Part => ({
  title: t('flow.account_frozen'),
  amount: data.frozenAmount,
  href: paths.walletFlow.href({ account: 'frozen' }),
});
const depositOf = (data: Wallet): Part => ({
  title: t('flow.account_deposit'),
  amount: data.depositMargin,
  href: paths.walletFlow.href({ account: 'deposit' }),
});

/** The amounts of zero, folded under their names. */
function NoneNow({ data }: { data: Wallet }) {
  const parts: Part[] = [
    frozenOf(data),
    { title: t('wallet.coming'), amount: data.shopBalance, href: comingHref() },
    settlementOf(data),
    depositOf(data),
  ];
  const empty = parts.filter(({ amount }) => isNothing(amount));
  if (empty.length === 0) return null;
  const names = new Intl.ListFormat(lang.value, { type: 'unit' }).format(empty.map(({ title }) => title));
  return (
    <details>
      <summary className="small muted">
        <span className="line grow">
          <span>{names}</span>
          <Amount>{money('0', data.currency)}</Amount>
        </span>
      </summary>
      <ul>
        {empty.map((part) => (
          <AmountRow key={part.href} part={part} currency={data.currency} />
        ))}
      </ul>
    </details>
  );
}

function AmountRow({
  part: { title, amount, href, isExpected },
  currency,
}: {
  part: Part;
  currency: string;
}) {
  const isQuiet = isExpected || isNothing(amount);
  return (
    <Item
      title={title}
      figure={
        <Amount className={isQuiet ? 'read muted' : undefined}>
          {isExpected ? signedMoney(amount, currency) : money(amount, currency)}
        </Amount>
      }
      href={href}
      next
    />
  );
}

type Hold = Wallet['holds'][number];

interface HoldRowProps {
  hold: Hold;
  currency: string;
  /** One hold alone is what is on hold; of several each is named by its reason, below their sum. */
  named: 'on hold' | 'by its reason';
}

/** A frozen amount with its reason, what ends it, and its appeal. */
function HoldRow({ hold, currency, named }: HoldRowProps) {
  const reason = hold.reason ?? <bdi>{hold.text}</bdi>;
  return (
    <Item
      title={
        named === 'on hold' ? (
          <>
            {t('flow.account_frozen')} · {reason}
          </>
        ) : (
          reason
        )
      }
      figure={<Amount>{money(hold.amount, currency)}</Amount>}
      href={hrefOf(hold)}
    >
      <p className="line small">
        <span className="dot" data-tone="warn">
          {ending(hold)}
        </span>
        {hold.appealUrl && (
          <a className="hit" href={openable(hold.appealUrl)}>
            {t('wallet.appeal')}
          </a>
        )}
      </p>
      {hold.reason && (
        <details className="small">
          <summary>{t('wallet.reasons')}</summary>
          <Quotation>{hold.text}</Quotation>
          {hold.ref && <Code>{hold.ref}</Code>}
        </details>
      )}
    </Item>
  );
}

/** Returns where a hold leads: that of a withdrawal to its timeline, others to their rows in the wallet. */
function hrefOf({ reasonCode, ref }: Hold) {
  if (!ref) return paths.walletFlow.href({ account: 'frozen' });
  return reasonCode === 'withdrawal'
    ? paths.history.href({ no: ref })
    : paths.walletFlow.href({ refNo: ref });
}

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
