// What is paid, how paying goes on and what is drawn of it: the whole way from the press on Pay to the receipt.

import type { ReadonlySignal } from '@preact/signals';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { codes } from '../../contract/errors.ts';
import type { ApiError } from '../../data/api-error.ts';
import { type Command, isStateConflict } from '../../data/command.ts';
import { haptic } from '../../data/host.ts';
import { accountByLink } from '../../data/link-token.ts';
import { online } from '../../data/online.ts';
import type { Loaded } from '../../data/resource.ts';
import { me } from '../../data/session.ts';
import { walletResource } from '../../data/wallet.ts';
import { gap } from '../../lang/compose.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { Await } from '../../ui/await.tsx';
import type { BreakdownRow } from '../../ui/breakdown.tsx';
import { Button } from '../../ui/button.tsx';
import { DemoBadge } from '../../ui/demo-badge.tsx';
import { useClearBehindSignIn } from '../../ui/leave-guard.ts';
import { Note } from '../../ui/note.tsx';
import { Pin } from '../../ui/pin.tsx';
import type { Children } from '../../ui/props.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { isAnsweredBySignIn, useCommand } from '../command/use-command.ts';
import { PayQuote, type Quote, QuoteTotal, shortfallOf } from './pay-quote.tsx';
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

/** What a payment is proved and confirmed by. */
export interface PaymentProof {
  quoteId: string | undefined;
  payPassword: string;
}

/** How something is quoted and paid: by its data, without a word of how it looks. */
export interface PaymentSpec<Q extends Quote, I, T> {
  /** The quote as far as it is known; asks for it. Called while drawing. Absent where nothing is paid. */
  ask?(): ReadonlySignal<Loaded<Q>>;
  /** Asks for another quote. */
  requote?(): Promise<void>;
  command: Command<I, T>;
  input(proof: PaymentProof): I;
  /** Returns whether an answer says that there was nothing to pay any more. */
  isObsolete?(paid: T): boolean;
  /** Shows a refusal that belongs elsewhere, such as to a field of the form below the sheet. */
  handlesError?(error: ApiError): boolean;
}

/** The texts around the password that differ by what is paid. */
export interface PaymentTexts<Q> {
  title: string;
  done: string;
  /** The sentence after an error about what did not happen; "Nothing was paid." by default. */
  nothing?: string;
  checking: string;
  unknown: string;
  /** Shown where it cannot be paid any more; a text is followed by `nothing`. */
  obsolete: Children;
  /** Leads to its details, which say how it stands. */
  detailsLink: { label: string; href: string };
  /** Parameters of /payPassword, by which it leads back to this quote. */
  returnParams?: Readonly<Record<string, string>>;
  /** The name of the total; else what is paid now. */
  total?: (quote: Q) => string;
  /** What the payment comes from. */
  source?: (quote: Q) => string | false | undefined;
  button: (quote: Q | undefined) => string;
}

/** What is shown of something that is paid. */
export interface PayView<Q, T> {
  texts: PaymentTexts<Q>;
  /** What it is, in one line. */
  about: Children;
  /** Rows after the balance, such as when it arrives. */
  rows?: (quote: Q) => readonly BreakdownRow[];
  /** What comes back, when, and by which rule. */
  terms?: (quote: Q | undefined) => Children;
  receipt: (paid: T) => Children;
}

/**
 * Where paying stands. `form`: the password is asked, `error` says why the last try ended and `note` what changed.
 * `checking`: sent, the answer is late. `unknown`: it may be paid. `forgotten`: so it is, and the server cannot say it any
 * more. `password-unset`: there is no payment password. `obsolete`: it cannot be paid any more.
 */
type Stage<T> =
  | {
      readonly at: 'form';
      readonly busy?: true;
      readonly error?: ApiError;
      readonly note?: 'expired' | 'lost';
    }
  | { readonly at: 'checking' | 'unknown' | 'forgotten' | 'password-unset' | 'obsolete' }
  | { readonly at: 'paid'; readonly paid: T };

/** Pays once: sent by one key, and asked for by it before anything can be sent again. */
function usePayment<Q extends Quote, I, T>(spec: PaymentSpec<Q, I, T>) {
  const handlesError = (error: ApiError) => {
    if (spec.handlesError?.(error)) return true;
    const { code } = error;
    if (code === codes.insufficientBalance) void walletResource.refetch();
    if (code === codes.insufficientBalance || isExpired(error)) void spec.requote?.();
    return false;
  };
  const { state, output, error, send, resume } = useCommand(spec.command, handlesError);
  const isPaid = state === 'done' && !spec.isObsolete?.(output as T);
  useEffect(() => {
    if (isPaid) haptic('success');
  }, [isPaid]);

  // Kept for a late answer: the server no longer quotes what has been paid meanwhile.
  const [sent, setSent] = useState<Q>();
  const pay = (proof: PaymentProof) => {
    setSent(spec.ask?.().peek().data);
    void send(spec.input(proof));
  };
  return { stage: stageOf(), sent, pay, resume };

  function stageOf(): Stage<T> {
    if (state === 'done') return isPaid ? { at: 'paid', paid: output as T } : { at: 'obsolete' };
    if (state === 'sending') return { at: 'form', busy: true };
    if (state === 'not-arrived') return { at: 'form', note: 'lost' };
    if (state === 'checking' || state === 'unknown' || state === 'forgotten') return { at: state };
    return error ? refusedStage(error) : { at: 'form' };
  }
}

/** What moves money is among the movements of the wallet, once it has happened. */
const movements = () => ({ label: t('flow.title'), href: paths.walletFlow.href() });

const isExpired = ({ code, data }: ApiError) =>
  code === codes.invalidOperation && data.reason === 'quote_expired';

function refusedStage(error: ApiError): Stage<never> {
  if (isAnsweredBySignIn(error)) return { at: 'form' };
  if (error.code === codes.payPasswordNotSet) return { at: 'password-unset' };
  if (isExpired(error)) return { at: 'form', note: 'expired' };
  return isStateConflict(error) ? { at: 'obsolete' } : { at: 'form', error };
}

type ShopTexts = Pick<PaymentTexts<Quote>, 'title' | 'done' | 'obsolete' | 'detailsLink'>;

/** The texts around the password for a payment of the shop; the button repeats the total. */
export const shopPaymentTexts = (texts: ShopTexts): PaymentTexts<Quote> => ({
  ...texts,
  checking: t('quote.checking'),
  unknown: t('quote.no_answer_text'),
  button: (quote) =>
    quote ? t('quote.pay', { total: inline(money(quote.total, quote.currency)) }) : texts.title,
});

interface PaySheetProps<Q extends Quote, I, T> {
  spec: PaymentSpec<Q, I, T>;
  view: PayView<Q, T>;
  onClose: () => void;
}

/**
 * Paying by quote and payment password: the whole sum first, then the password, then a receipt. Without a quote it
 * confirms what takes the password only; `OrderPaySheet` is the simplest.
 */
export function PaySheet<Q extends Quote, I, T>({ spec, view, onClose }: PaySheetProps<Q, I, T>) {
  const { stage, sent, pay, resume } = usePayment(spec);
  const { texts } = view;
  return (
    <Sheet title={stage.at === 'paid' ? texts.done : texts.title} onClose={onClose}>
      <div className="stack">
        <div className="row">
          <p className="small muted grow">{view.about}</p>
          {me.value.demo && <DemoBadge />}
        </div>
        <AccountNotice name={accountByLink()} />
        {stage.at === 'form' && (
          <QuoteAndPassword spec={spec} view={view} stage={stage} pay={pay} onClose={onClose} />
        )}
        {sent && (stage.at === 'checking' || stage.at === 'unknown') && (
          <QuoteTotal quote={sent} texts={texts} />
        )}
        {stage.at === 'checking' && <Checking texts={texts} onClose={onClose} />}
        {stage.at === 'unknown' && <Unknown texts={texts} onAsk={resume} />}
        {stage.at === 'forgotten' && (
          <Forgotten seenAt={spec.ask ? movements() : texts.detailsLink} onClose={onClose} />
        )}
        {stage.at === 'password-unset' && <PasswordUnset texts={texts} onClose={onClose} />}
        {stage.at === 'obsolete' && <Obsolete texts={texts} onClose={onClose} />}
        {stage.at === 'paid' && view.receipt(stage.paid)}
      </div>
    </Sheet>
  );
}

interface QuoteAndPasswordProps<Q extends Quote, T> {
  spec: Pick<PaymentSpec<Q, never, T>, 'ask' | 'requote'>;
  view: PayView<Q, T>;
  stage: Extract<Stage<T>, { at: 'form' }>;
  pay: (proof: PaymentProof) => void;
  onClose: () => void;
}

/** The quote and, where it can be paid, the password. */
function QuoteAndPassword<Q extends Quote, T>({
  spec,
  view,
  stage,
  pay,
  onClose,
}: QuoteAndPasswordProps<Q, T>) {
  const funds = walletResource.ask().value.data;
  useEffect(() => {
    // The quote is made for now; a balance from some seconds ago could contradict it.
    walletResource.invalidate();
  }, []);
  const { texts } = view;
  const asked = spec.ask?.();
  const refused = asked?.value.error?.code;
  if (refused === codes.invalidOperation || refused === codes.recordNotFound)
    return <Obsolete texts={texts} onClose={onClose} />;
  if (funds?.payPasswordSet === false) return <PasswordUnset texts={texts} onClose={onClose} />;
  const form = (quote?: Q) => {
    const terms = view.terms?.(quote);
    return (
      <PayForm
        quote={quote}
        sum={quote && <PayQuote quote={quote} view={view} wallet={funds} />}
        terms={terms && <div className="small muted">{terms}</div>}
        texts={texts}
        stage={stage}
        onPay={pay}
      />
    );
  };
  if (!asked) return form();
  return (
    <Await
      of={asked}
      onRetry={() => void spec.requote?.()}
      failed={t('quote.failed')}
      skeleton={<QuoteSkeleton />}
    >
      {(quote) => {
        if (!shortfallOf(quote)) return form(quote);
        return (
          <>
            <PayQuote quote={quote} view={view} wallet={funds} />
            <PayShort quote={quote} wallet={funds} onClose={onClose} />
          </>
        );
      }}
    </Await>
  );
}

/** As tall as the quote of one order with its terms, so that the sheet does not move when it comes. */
function QuoteSkeleton() {
  return (
    <div className="stack" aria-hidden="true">
      <SkeletonBlock h="156px" />
      <SkeletonBlock h="141px" />
      <SkeletonBlock h="100px" />
      <SkeletonBlock h="44px" />
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
          <Note tone="warn" role="alert">
            <strong>{note === 'lost' ? t('quote.not_arrived') : t('quote.expired')}</strong>
            {gap()}
            {nothingText(texts)}
            {gap()}
            {note === 'lost' ? t('quote.not_arrived_text') : t('quote.expired_text')}
          </Note>
        )}
        {error && error.code !== codes.payPasswordWrong && <PayProblem error={error} texts={texts} />}
      </div>
      <div className="foot stack tight">
        <Pin
          label={t('quote.password')}
          // It was about the digits before those that are typed now.
          error={error && !pin ? pinProblem(error, texts) : undefined}
          value={pin}
          onPin={setPin}
          inputRef={input}
          hint={
            <>
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
          {busy ? t('quote.sending') : texts.button(quote)}
        </Button>
      </div>
    </form>
  );
}
