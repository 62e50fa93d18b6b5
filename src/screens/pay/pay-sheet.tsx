import { useEffect } from 'react';
import { codes } from '../../contract/errors.ts';
import { me } from '../../data/session.ts';
import { type Wallet, wallet } from '../../data/wallet.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Clock } from '../../ui/icons/clock.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skel } from '../../ui/skeleton.tsx';
import { AccountNotice } from './account-notice.tsx';
import { PayForm } from './pay-form.tsx';
import { PayQuote } from './pay-quote.tsx';
import {
  missingIn,
  nothing,
  type PaymentSpec,
  type PaymentTexts,
  type PayView,
  type Quote,
  type Stage,
  usePayment,
} from './payment.ts';

interface PayShortProps {
  quote: Quote;
  wallet: Wallet | undefined;
  onClose: () => void;
}

/**
 * Not enough money: what did not happen, why, and two ways on of the same weight. Who takes money out is never told
 * to bring some.
 */
function PayShort({ quote, wallet, onClose }: PayShortProps) {
  const amount = (figure: string) => inline(money(figure, quote.currency));
  const frozen = wallet?.frozenAmount;
  return (
    <>
      <Note tone="warn" icon={TriangleAlert} role="status">
        <strong>{t('quote.short', { missing: amount(missingIn(quote) ?? '0') })}</strong>{' '}
        {t('quote.nothing_paid')}{' '}
        {frozen && Number(frozen) > 0 && t('quote.frozen_too', { amount: amount(frozen) })}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('quote.not_now')}</Button>
        {quote.kind !== 'withdraw' && (
          <LinkButton href={paths.recharge.href()}>{t('quote.recharge')}</LinkButton>
        )}
      </div>
    </>
  );
}

interface PaySheetProps<Q extends Quote, I, T> {
  payable: PaymentSpec<Q, I, T>;
  view: PayView<Q, T>;
  onClose: () => void;
}

/**
 * Paying by quote and payment password: the whole sum first, then the password, then a receipt. Without a quote it
 * confirms what takes the password only.
 * `<PaySheet payable={withdrawalOf(asked)} view={withdrawView(asked)} onClose={close} />`.
 */
export function PaySheet<Q extends Quote, I, T>({ payable, view, onClose }: PaySheetProps<Q, I, T>) {
  const { stage, pay, resume } = usePayment(payable);
  const { words } = view;
  return (
    <Sheet title={stage.at === 'paid' ? words.done : words.title} onClose={onClose}>
      <div className="stack">
        <div className="row">
          <p className="muted grow">{view.about}</p>
          {me.value.demo && <Badge tone="warn">{t('shop.demo')}</Badge>}
        </div>
        <AccountNotice />
        {stage.at === 'form' && (
          <Quoted payable={payable} view={view} stage={stage} pay={pay} onClose={onClose} />
        )}
        {stage.at === 'checking' && <Checking words={words} onClose={onClose} />}
        {stage.at === 'unknown' && <Unknown words={words} onAsk={resume} />}
        {stage.at === 'unset' && <Unset words={words} onClose={onClose} />}
        {stage.at === 'closed' && <Closed words={words} onClose={onClose} />}
        {stage.at === 'paid' && view.receipt(stage.paid)}
      </div>
    </Sheet>
  );
}

interface QuotedProps<Q extends Quote, T> {
  payable: Pick<PaymentSpec<Q, never, T>, 'ask' | 'requote'>;
  view: PayView<Q, T>;
  stage: Extract<Stage<T>, { at: 'form' }>;
  pay: (proof: { quoteId: string | undefined; payPassword: string }) => void;
  onClose: () => void;
}

/** The quote and, where it can be paid, the password. */
function Quoted<Q extends Quote, T>({ payable, view, stage, pay, onClose }: QuotedProps<Q, T>) {
  const funds = wallet.ask().value.data;
  useEffect(() => {
    // The quote is made for now; a balance from some seconds ago could contradict it.
    wallet.invalidate();
  }, []);
  const { words } = view;
  const asked = payable.ask?.();
  const refused = asked?.value.error?.code;
  if (refused === codes.invalidOperation || refused === codes.recordNotFound)
    return <Closed words={words} onClose={onClose} />;
  if (funds?.payPasswordSet === false) return <Unset words={words} onClose={onClose} />;
  const form = (quote?: Q) => {
    const promise = view.promise?.(quote);
    return (
      <PayForm quote={quote} words={words} stage={stage} onPay={pay}>
        {promise && <Note>{promise}</Note>}
      </PayForm>
    );
  };
  if (!asked) return form();
  return (
    <Await
      of={asked}
      onRetry={() => void payable.requote?.()}
      failed={t('quote.failed')}
      skeleton={<Waiting />}
    >
      {(quote) => (
        <>
          <PayQuote quote={quote} view={view} wallet={funds} />
          {missingIn(quote) ? <PayShort quote={quote} wallet={funds} onClose={onClose} /> : form(quote)}
        </>
      )}
    </Await>
  );
}

/** As tall as the quote of one order with its promise, so that the sheet stands where it will stay. */
function Waiting() {
  return (
    <div className="stack" aria-hidden="true">
      <Skel h="156px" />
      <Skel h="141px" />
      <Skel h="100px" />
      <Skel h="44px" />
    </div>
  );
}

type Words = Pick<
  PaymentTexts<never>,
  'nothing' | 'again' | 'checking' | 'unknown' | 'late' | 'obsolete' | 'look'
>;

/** Sent, and the answer is late: never "failed", for it may have gone through. */
function Checking({ words, onClose }: { words: Words; onClose: () => void }) {
  return (
    <>
      <Note icon={Clock} role="status">
        <strong>{words.checking}</strong>
        <p>{t('quote.checking_text')}</p>
      </Note>
      <Button block onClick={onClose}>
        {t('common.close')}
      </Button>
    </>
  );
}

/** Nobody can say yet; paying again is not offered before somebody has looked. */
function Unknown({ words, onAsk }: { words: Words; onAsk: () => void }) {
  return (
    <>
      <Note tone="warn" icon={CircleQuestionMark} role="alert">
        <strong>{t('quote.unknown')}</strong> {words.unknown}
      </Note>
      <div className="cells tight">
        <Button onClick={onAsk}>{t('quote.ask_again')}</Button>
        <LinkButton href={words.look.href}>{words.look.label}</LinkButton>
      </div>
      <LinkButton kind="plain" block href={paths.service.href()}>
        {t('quote.service')}
      </LinkButton>
    </>
  );
}

function Unset({ words, onClose }: { words: Words; onClose: () => void }) {
  return (
    <>
      <Note tone="warn" icon={Lock} role="status">
        <strong>{t('quote.unset')}</strong> {t('quote.unset_text')} {nothing(words)}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('quote.not_now')}</Button>
        <LinkButton href={paths.payPassword.href(words.again)}>{t('quote.unset_set')}</LinkButton>
      </div>
    </>
  );
}

export const ObsoleteText = ({ late, nothing }: { late: string; nothing: string }) => (
  <>
    <strong>{late}</strong> {nothing}
  </>
);

/** Paid already, ended, or out of time. */
function Closed({ words, onClose }: { words: Words; onClose: () => void }) {
  return (
    <>
      <Note tone="warn" role="alert">
        {words.obsolete ?? <ObsoleteText late={words.late} nothing={nothing(words)} />}
      </Note>
      <div className="cells tight">
        <Button onClick={onClose}>{t('common.close')}</Button>
        <LinkButton href={words.look.href}>{words.look.label}</LinkButton>
      </div>
    </>
  );
}
