import { useEffect } from 'react';
import { codes } from '../../contract/errors.ts';
import { me } from '../../data/session.ts';
import { wallet } from '../../data/wallet.ts';
import { t } from '../../lang/i18n.ts';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Note } from '../../ui/note.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skel } from '../../ui/skeleton.tsx';
import { PayForm } from './pay-form.tsx';
import { PayQuote } from './pay-quote.tsx';
import { PayShort } from './pay-short.tsx';
import { Checking, Closed, Unknown, Unset } from './pay-stages.tsx';
import { missingIn, type Payable, type PayView, type Quote } from './payable.ts';
import { type Stage, usePayment } from './use-payment.ts';
import { Whose } from './whose.tsx';

interface PaySheetProps<Q extends Quote, T> {
  payable: Payable<Q, T>;
  view: PayView<Q, T>;
  onClose: () => void;
}

/**
 * Paying by quote and payment password: the whole sum first, then the password, then a receipt. Without a quote it
 * confirms what takes the password only.
 * `<PaySheet payable={withdrawalOf(asked)} view={withdrawView(asked)} onClose={close} />`.
 */
export function PaySheet<Q extends Quote, T>({ payable, view, onClose }: PaySheetProps<Q, T>) {
  const { stage, pay, ask } = usePayment(payable);
  const { words } = view;
  return (
    <Sheet title={stage.at === 'paid' ? words.done : words.title} onClose={onClose}>
      <div className="stack">
        <div className="row">
          <p className="muted grow">{view.about}</p>
          {me.value.demo && <Badge tone="warn">{t('shop.demo')}</Badge>}
        </div>
        <Whose />
        {stage.at === 'form' && <Quoted {...{ payable, view, stage, pay, onClose }} />}
        {stage.at === 'checking' && <Checking words={words} onClose={onClose} />}
        {stage.at === 'unknown' && <Unknown words={words} onAsk={() => void ask()} />}
        {stage.at === 'unset' && <Unset words={words} onClose={onClose} />}
        {stage.at === 'closed' && <Closed words={words} onClose={onClose} />}
        {stage.at === 'paid' && view.receipt(stage.paid)}
      </div>
    </Sheet>
  );
}

interface QuotedProps<Q extends Quote, T> extends PaySheetProps<Q, T> {
  stage: Extract<Stage<T>, { at: 'form' }>;
  pay: (quoteId: string | undefined, payPassword: string) => void;
}

/** The quote and, where it can be paid, the password. */
function Quoted<Q extends Quote, T>({ payable, view, stage, pay, onClose }: QuotedProps<Q, T>) {
  const funds = wallet.ask().value.data;
  useEffect(() => {
    // The quote is made for now; a balance from some seconds ago could contradict it.
    wallet.stale();
  }, []);
  const { words } = view;
  const asked = payable.ask?.();
  const refused = asked?.value.error?.code;
  if (refused === codes.invalidOperation || refused === codes.recordNotFound)
    return <Closed words={words} onClose={onClose} />;
  if (funds?.payPasswordSet === false) return <Unset words={words} onClose={onClose} />;
  const form = (quote?: Q) => (
    <PayForm quote={quote} words={words} stage={stage} onPay={pay}>
      {view.promise && <Note>{view.promise(quote)}</Note>}
    </PayForm>
  );
  if (!asked) return form();
  return (
    <Await
      of={asked}
      onRetry={() => void payable.renew?.()}
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
