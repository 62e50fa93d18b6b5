// What is paid, how paying goes on and what is drawn of it: the whole way from the press on Pay to the receipt.

import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { ApiError } from '../../data/api-error.ts';
import { isStateConflict } from '../../data/command.ts';
import { haptic } from '../../data/host.ts';
import { accountByLink } from '../../data/link-token.ts';
import { online } from '../../data/online.ts';
import type { Resource } from '../../data/resource.ts';
import { isBarred, type Wallet, walletResource } from '../../data/wallet.ts';
import { gap, inline, labelOf, money, type TextKey, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { Amount, BigAmount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { Button } from '../../ui/button.tsx';
import { Focused } from '../../ui/focused.tsx';
import { useClearBehindSignIn } from '../../ui/leave-guard.ts';
import { Note } from '../../ui/note.tsx';
import { Pin } from '../../ui/pin.tsx';
import type { Children } from '../../ui/props.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { isAnsweredBySignIn, useCommand } from '../command/use-command.ts';
import {
  Checking,
  Forgotten,
  isLocked,
  nothingText,
  Obsolete,
  PasswordUnset,
  PayProblem,
  PayShort,
  pinProblem,
  Unknown,
} from './pay-states.tsx';
import type { Payment, PaymentProof, PaymentTexts, Quote } from './payment.ts';

/**
 * Where paying stands. `form`: the password is asked, `error` says why the last try ended and `note` what happened.
 * `checking`: sent, the answer is late. `unknown`: it may be paid. `forgotten`: it may be paid, and the server can no
 * longer say. `password-unset`: there is no payment password. `obsolete`: it cannot be paid any more.
 */
type Stage<T> =
  | {
      readonly at: 'form';
      readonly busy?: true;
      readonly error?: ApiError;
      readonly note?: 'expired' | 'lost' | 'signed-out';
    }
  | { readonly at: 'checking' | 'unknown' | 'forgotten' | 'password-unset' | 'obsolete' }
  | { readonly at: 'paid'; readonly paid: T };

/** Pays once: sent by one key, and asked for by it before anything can be sent again. */
function usePayment<Q extends Quote, I, T>(payment: Payment<Q, I, T>) {
  const handlesError = (error: ApiError) => {
    if (payment.handlesError?.(error)) return true;
    const { code } = error;
    if (code === codes.insufficientBalance) void walletResource.refetch();
    if (code === codes.insufficientBalance || isExpired(error)) void payment.quote?.refetch();
    return false;
  };
  const { state, output, error, send, resume } = useCommand(payment.command, handlesError);
  // What went wrong without a network is no reason any more once it is back.
  const [over, setOver] = useState<ApiError>();
  useEffect(() => {
    if (online.value && error?.code === 'network') setOver(error);
  }, [online.value]);
  const isPaid = state === 'done' && !payment.isObsolete?.(output as T);
  // A layout effect, as a passive one is dropped where the receipt is left at once.
  useLayoutEffect(() => {
    if (!isPaid) return;
    haptic('success');
    payment.onPaid?.(output as T);
  }, [isPaid]);

  // Kept for a late answer: the server no longer quotes what has been paid meanwhile.
  const [sent, setSent] = useState<Q>();
  const pay = (proof: PaymentProof) => {
    setSent(payment.quote?.ask().peek().data);
    void send(payment.input(proof));
  };
  return { stage: stageOf(), sent, pay, resume };

  function stageOf(): Stage<T> {
    if (state === 'done') return isPaid ? { at: 'paid', paid: output as T } : { at: 'obsolete' };
    if (state === 'sending') return { at: 'form', busy: true };
    if (state === 'not-arrived') return { at: 'form', note: 'lost' };
    if (state === 'checking' || state === 'unknown' || state === 'forgotten') return { at: state };
    return error && error !== over ? refusedStage(error) : { at: 'form' };
  }
}

/** What moves money is among the movements of the wallet, once it has happened. */
const movements = () => ({ label: t('flow.title'), href: paths.walletFlow.href() });

const isExpired = ({ code, data }: ApiError) =>
  code === codes.invalidOperation && data.reason === 'quote_expired';

function refusedStage(error: ApiError): Stage<never> {
  if (isAnsweredBySignIn(error)) return { at: 'form', note: 'signed-out' };
  if (error.code === codes.payPasswordNotSet) return { at: 'password-unset' };
  if (isExpired(error)) return { at: 'form', note: 'expired' };
  return isStateConflict(error) ? { at: 'obsolete' } : { at: 'form', error };
}

/** Returns how one input of a resource is quoted. */
export const quoteBy = <I, Q extends Quote>(
  resource: Resource<I, Q>,
  input: I,
): Payment<Q, never, never>['quote'] => ({
  ask: () => resource.ask(input),
  refetch: () => resource.refetch(input),
});

interface PaySheetProps<Q extends Quote, I, T> {
  payment: Payment<Q, I, T>;
  onClose: () => void;
}

/**
 * Paying by quote and payment password: the whole sum first, then the password, then a receipt. Without a quote it
 * confirms what takes the password only; `CloseSheet` is the simplest, `OrderPaySheet` has the most.
 */
export function PaySheet<Q extends Quote, I, T>({ payment, onClose }: PaySheetProps<Q, I, T>) {
  const { stage, sent, pay, resume } = usePayment(payment);
  const { texts } = payment;
  const title = stage.at === 'paid' ? (payment.receiptTitle?.(stage.paid) ?? texts.done) : texts.title;
  const isUnderWay = stage.at === 'checking' || (stage.at === 'form' && stage.busy);
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="stack">
        {/* What was paid of several is on their receipt. */}
        {!(payment.progress && stage.at === 'paid') && (
          <p className="small muted" role={payment.progress && 'status'}>
            {(isUnderWay && payment.progress?.()) || payment.about}
          </p>
        )}
        <AccountNotice name={accountByLink()} />
        {stage.at === 'form' ? (
          <QuoteAndPassword payment={payment} stage={stage} pay={pay} onClose={onClose} />
        ) : (
          // The button that paid had the focus, and is gone.
          <Focused key={stage.at}>
            {sent && (stage.at === 'checking' || stage.at === 'unknown') && (
              <QuoteTotal quote={sent} texts={texts} />
            )}
            {stage.at === 'checking' && <Checking texts={texts} onClose={onClose} />}
            {stage.at === 'unknown' && <Unknown texts={texts} onAsk={resume} />}
            {stage.at === 'forgotten' && (
              <Forgotten seenAt={payment.quote ? movements() : texts.detailsLink} onClose={onClose} />
            )}
            {stage.at === 'password-unset' && <PasswordUnset texts={texts} onClose={onClose} />}
            {stage.at === 'obsolete' && <Obsolete texts={texts} onClose={onClose} />}
            {stage.at === 'paid' && payment.receipt(stage.paid)}
          </Focused>
        )}
      </div>
    </Sheet>
  );
}

interface QuoteAndPasswordProps<Q extends Quote, I, T> {
  payment: Payment<Q, I, T>;
  stage: Extract<Stage<T>, { at: 'form' }>;
  pay: (proof: PaymentProof) => void;
  onClose: () => void;
}

/** The quote and, where it can be paid, the password. */
function QuoteAndPassword<Q extends Quote, I, T>({
  payment,
  stage,
  pay,
  onClose,
}: QuoteAndPasswordProps<Q, I, T>) {
  const { data: funds, error: unknownFunds } = walletResource.ask().value;
  useEffect(() => {
    // The quote is made for now; a balance from some seconds ago could contradict it.
    walletResource.invalidate();
  }, []);
  const { texts } = payment;
  const asked = payment.quote?.ask();
  const refused = asked?.value.error?.code;
  if (refused === codes.invalidOperation || refused === codes.recordNotFound)
    return <Obsolete texts={texts} onClose={onClose} />;
  if (funds?.payPasswordSet === false) return <PasswordUnset texts={texts} onClose={onClose} />;
  const form = (quote?: Q) => {
    const terms = payment.terms?.(quote);
    return (
      <PayForm
        quote={quote}
        sum={quote && <PayQuote quote={quote} payment={payment} wallet={funds} />}
        terms={terms && <div className="small muted">{terms}</div>}
        texts={texts}
        stage={stage}
        onPay={pay}
      />
    );
  };
  if (!asked) return form();
  // Whether there is a password, and whether the balance may be spent, is told before a password is typed.
  const isReady = funds !== undefined || unknownFunds !== undefined;
  return (
    <Await
      of={isReady ? asked : { loading: true }}
      onRetry={() => void payment.quote?.refetch()}
      failed={t('quote.failed')}
      skeleton={<QuoteSkeleton terms={payment.termsHeight} />}
    >
      {(quote) => {
        const missing = shortfallOf(quote);
        if (isBarred('spend', funds?.restrictions) && Number(quote.charged) > 0)
          return (
            <>
              <PayQuote quote={quote} payment={payment} wallet={funds} />
              <PayProblem error={new ApiError(codes.walletFrozen)} texts={texts} />
            </>
          );
        if (!missing) return form(quote);
        return (
          <>
            <PayQuote quote={quote} payment={payment} wallet={funds} />
            <PayShort quote={quote} missing={missing} wallet={funds} onClose={onClose} />
          </>
        );
      }}
    </Await>
  );
}

/** The amount missing in the balance, by the quote's own field or by its balance below zero. */
const shortfallOf = ({ shortfall, balanceAfter }: Quote): string | undefined =>
  shortfall ?? (balanceAfter?.startsWith('-') ? balanceAfter.slice(1) : undefined);

interface PayQuoteProps<Q extends Quote> {
  quote: Q;
  payment: Pick<Payment<Q, never, never>, 'texts' | 'rows'>;
  wallet: Wallet | undefined;
}

/** The total; then what makes it up, and what it does to the balance: all of it before the button. */
function PayQuote<Q extends Quote>({ quote, payment, wallet }: PayQuoteProps<Q>) {
  const { lines = [], currency } = quote;
  const parts = [
    ...lines.map((line) => ({ label: lineText(line.key), amount: money(line.amount, currency) })),
    ...fee(quote),
  ];
  const effects = [
    ...(quote.funding === 'escrow' ? untouched(quote) : balance(quote, wallet)),
    ...(payment.rows?.(quote) ?? []),
  ];
  const source = payment.texts.source?.(quote);
  return (
    <>
      <div>
        <QuoteTotal quote={quote} texts={payment.texts} />
        {source && <p className="small muted">{source}</p>}
      </div>
      {[parts, effects].map(
        (rows, index) =>
          rows.length > 0 && (
            <div key={index} className="small rule">
              <Breakdown rows={rows} />
            </div>
          ),
      )}
    </>
  );
}

interface QuoteTotalProps<Q extends Quote> {
  quote: Q;
  texts: Pick<PaymentTexts<Q>, 'total'>;
}

const totalLabel = <Q extends Quote>(quote: Q, texts: Pick<PaymentTexts<Q>, 'total'>) =>
  texts.total?.(quote) ?? t('quote.total');

/** The sum of a payment, with its name. */
function QuoteTotal<Q extends Quote>({ quote, texts }: QuoteTotalProps<Q>) {
  return (
    <Stat label={totalLabel(quote, texts)}>
      <BigAmount>{money(quote.total, quote.currency)}</BigAmount>
    </Stat>
  );
}

/** Returns the name of a part; one that this version does not know is named by the server's own key. */
const lineText = (key: string) => t(`quote.line.${key}` as TextKey) || key;

/** What paying itself costs. All kinds but orders have their fees among the lines. */
function fee({ kind = 'order', fee, currency }: Quote): BreakdownRow[] {
  if (kind !== 'order') return [];
  if (fee === undefined) return [{ label: t('quote.fee'), amount: t('quote.fee_unstated'), isText: true }];
  return [{ label: t('quote.fee'), amount: money(fee, currency) }];
}

const untouched = ({ balanceAfter, currency }: Quote): BreakdownRow[] =>
  balanceAfter === undefined
    ? []
    : [{ label: t('quote.balance_untouched'), amount: money(balanceAfter, currency) }];

function balance(quote: Quote, wallet: Wallet | undefined): BreakdownRow[] {
  const { balanceAfter, currency } = quote;
  const before = wallet?.balance;
  const rows: BreakdownRow[] =
    before === undefined ? [] : [{ label: t('quote.balance'), amount: money(before, currency) }];
  const lacks = shortfallOf(quote);
  if (lacks) return [...rows, missing(money(lacks, currency))];
  if (balanceAfter === undefined) return rows;
  return [{ label: t('flow.balance_after'), amount: money(balanceAfter, currency) }];
}

const missing = (amount: string): BreakdownRow => ({
  label: (
    <span className="tone" data-tone="bad">
      {t('quote.missing')}
    </span>
  ),
  amount: <Amount tone="bad">{amount}</Amount>,
  isText: true,
});

/** As tall as the quote with its terms, so that the sheet does not move when it comes. */
function QuoteSkeleton({ terms = '84px' }: { terms?: string | undefined }) {
  return (
    <div className="stack" aria-hidden="true">
      <div className="stack" style={spread('93px')}>
        <SkeletonBlock w="7em" h="12px" />
        <SkeletonBlock w="8em" h="36px" />
        <SkeletonBlock w="10em" h="12px" />
      </div>
      <SkeletonLines rows={3} height="84px" />
      <SkeletonLines rows={2} height="57px" />
      <div className="stack" style={spread(terms)}>
        <SkeletonBlock w="75%" h="12px" />
      </div>
      <div className="stack rule" style={spread('162px')}>
        <SkeletonBlock w="8em" h="12px" />
        <SkeletonBlock h="48px" />
        <SkeletonBlock h="44px" />
      </div>
    </div>
  );
}

const spread = (blockSize: string) => ({ blockSize, alignContent: 'space-evenly', gap: 0 }) as const;

/** Names with their amounts. */
function SkeletonLines({ rows, height }: { rows: number; height: string }) {
  return (
    <div className="stack rule" style={spread(height)}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="row between">
          <SkeletonBlock w="9em" h="12px" />
          <SkeletonBlock w="4em" h="12px" />
        </div>
      ))}
    </div>
  );
}

interface PayFormProps<Q extends Quote> {
  quote: Q | undefined;
  texts: PaymentTexts<Q>;
  stage: Extract<Stage<unknown>, { at: 'form' }>;
  onPay: (proof: PaymentProof) => void;
  sum: Children;
  terms: Children;
}

const digits = 6;

/** The total for a screen reader, whose reading begins at the field: the sum is above it. */
const spokenTotal = <Q extends Quote>(quote: Q, texts: PaymentTexts<Q>) =>
  `${labelOf(totalLabel(quote, texts))}${money(quote.total, quote.currency)}. `;

const buttonText = <Q extends Quote>(quote: Q | undefined, { button, title }: PaymentTexts<Q>) => {
  if (button) return button(quote);
  return quote ? t('quote.pay', { total: inline(money(quote.total, quote.currency)) }) : title;
};

/**
 * The sum and its terms; at the foot, which a keyboard never covers, the payment password and a button that
 * repeats the amount.
 */
function PayForm<Q extends Quote>({ quote, texts, stage, onPay, sum, terms }: PayFormProps<Q>) {
  const { busy, error, note } = stage;
  const [pin, setPin] = useState('');
  const input = useRef<HTMLInputElement>(null);

  // After a refusal, and for another total, the password is asked again, before the next key is pressed.
  useLayoutEffect(() => {
    if (!error && !note) return;
    setPin('');
    input.current?.focus();
  }, [error, note]);
  useLayoutEffect(() => setPin(''), [quote?.total]);
  // After the sheet has put it on its heading.
  useEffect(() => input.current?.focus(), []);
  useClearBehindSignIn(() => setPin(''));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && pin.length === digits) onPay({ quoteId: quote?.quoteId, payPassword: pin });
  };

  if (error && (isLocked(error) || error.code === codes.walletFrozen))
    return (
      <>
        {sum}
        <PayProblem error={error} texts={texts} />
      </>
    );
  return (
    <form noValidate onSubmit={submit}>
      <div className="stack">
        {sum}
        {terms}
        {note && (
          <Note tone="warn" role={note === 'signed-out' ? 'status' : 'alert'}>
            {note !== 'signed-out' && (
              <strong>{note === 'lost' ? t('quote.not_arrived') : t('quote.expired')}</strong>
            )}
            {gap()}
            {nothingText(texts)}
            {gap()}
            {note === 'expired' ? t('quote.expired_text') : t('quote.not_arrived_text')}
          </Note>
        )}
        {error && error.code !== codes.payPasswordWrong && <PayProblem error={error} texts={texts} />}
      </div>
      <div className="foot stack tight">
        <Pin
          label={t('quote.password')}
          // The error is about the previous digits; it goes with the first new one.
          error={error && !pin ? pinProblem(error, texts) : undefined}
          role="alert"
          value={pin}
          onPin={setPin}
          inputRef={input}
          hint={
            <>
              {quote && <span className="sr">{spokenTotal(quote, texts)}</span>}
              {t('quote.password_hint')}
              {gap()}
              <a className="hit" href={paths.payPassword.href({ ...texts.returnParams, reset: 1 })}>
                {t('quote.password_forgotten')}
              </a>
            </>
          }
        />
        {!online.value && !busy && <p className="small muted">{t('quote.offline')}</p>}
        <Button kind="primary" block type="submit" busy={busy} waiting={pin.length < digits || !online.value}>
          {busy ? t('quote.sending') : buttonText(quote, texts)}
        </Button>
      </div>
    </form>
  );
}
