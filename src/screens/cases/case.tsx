import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { type BuyerCase, type CaseAnswer, caseResource } from '../../data/cases.ts';
import { openable } from '../../data/host.ts';
import { orderResource } from '../../data/orders.ts';
import { inline, money, shortNo, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Headset } from '../../ui/icons/headset.ts';
import { Undo2 } from '../../ui/icons/undo-2.ts';
import { Item } from '../../ui/item.tsx';
import { boughtIn } from '../../ui/order-names.ts';
import { Dock, Page } from '../../ui/page.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { CaseEvidence, CaseHistory } from './case-evidence.tsx';
import { CaseMoney } from './case-money.tsx';
import { CaseSummary, isAgreed } from './case-summary.tsx';

/** One case of a buyer, for a refund or a return. */
export default function CaseScreen() {
  const { id } = useLocation().query;
  const buyerCase = id ? caseResource.ask(id).value.data : null;
  const back = buyerCase ? paths.order.href({ id: buyerCase.orderId }) : paths.orderList.href();
  return (
    <>
      <Head title={t('orders.case.title')} back={back}>
        <IconButton icon={Headset} label={t('orders.service')} href={paths.service.href()} />
      </Head>
      <Page>{id ? <LoadedCase id={id} /> : <NoCase />}</Page>
      {buyerCase && <CaseAnswers buyerCase={buyerCase} />}
    </>
  );
}

function LoadedCase({ id }: { id: string }) {
  return (
    <Await
      of={caseResource.ask(id)}
      onRetry={() => void caseResource.refetch(id)}
      failed={t('cases.failed')}
      skeleton={<Skeleton cards={3} />}
    >
      {(buyerCase) => (buyerCase ? <CaseSections buyerCase={buyerCase} /> : <NoCase />)}
    </Await>
  );
}

function CaseSections({ buyerCase }: { buyerCase: BuyerCase }) {
  const order = orderResource.ask(buyerCase.orderId).value.data;
  return (
    <div className="stack cols">
      <div className="stack">
        <CaseSummary buyerCase={buyerCase} />
        <ul className="items">
          <Item
            media={<Thumb size={48} src={order?.items?.[0]?.image} />}
            title={(order && boughtIn(order)) || t('orders.title_one')}
            note={<Code>{shortNo(buyerCase.orderNo)}</Code>}
            href={paths.order.href({ id: buyerCase.orderId })}
            next
          />
        </ul>
      </div>
      {(buyerCase.appeal || buyerCase.history.some(({ by, text }) => by === 'platform' && text)) && (
        <div className="wide">
          <ScamWarning reportAt={paths.service.href()} />
        </div>
      )}
      {((buyerCase.effect && !isAgreed(buyerCase)) || buyerCase.appeal) && (
        <div className="stack">
          <CaseChoices buyerCase={buyerCase} />
          {buyerCase.appeal && (
            <LinkButton block href={openable(buyerCase.appeal)}>
              {t('cases.appeal')}
            </LinkButton>
          )}
        </div>
      )}
      <div className="stack">
        <CaseEvidence buyerCase={buyerCase} />
        <CaseHistory buyerCase={buyerCase} />
      </div>
    </div>
  );
}

function NoCase() {
  return (
    <Empty icon={Undo2} title={t('cases.none')} text={t('cases.none_text')}>
      <LinkButton href={paths.orderList.href({ status: 'all' })}>{t('orders.show_all')}</LinkButton>
    </Empty>
  );
}

const AnswerSheet = lazySheet(() => import('./answer-sheet.tsx'), { texts: ['pay', 'rest'] });

/** Returns whether a part is refunded: all of it comes from what the merchant was to get, at any fault. */
const isPart = (lines: NonNullable<BuyerCase['effect']>) => {
  const amountOf = (wanted: string) => lines.find(({ key }) => key === wanted)?.amount;
  return amountOf('net') === `-${amountOf('buyer')}`;
};

/** The effect of each answer on the money before it is given, and that of a refund while others decide about it. */
export function CaseChoices({ buyerCase }: { buyerCase: BuyerCase }) {
  const { choices, effect, currency, fault, type } = buyerCase;
  const Title = useHeading(3);
  if (!effect || isAgreed(buyerCase)) return null;
  const explained = (
    <p className="small muted">
      {t(isPart(effect) ? 'cases.fault_part' : `cases.fault.${fault === 'returned' ? 'supplier' : fault}`)}{' '}
      {type === 'return_refund' && t('cases.after_return')}
    </p>
  );
  if (choices.length === 0)
    return (
      <Card title={t('cases.effect')} className="tight">
        <CaseMoney lines={effect} currency={currency} />
        {explained}
      </Card>
    );
  return (
    <Card title={t('cases.choices')}>
      {choices.map(({ answer: one, lines }, index) => (
        <div key={one} className={index > 0 ? 'stack tight rule' : 'stack tight'}>
          <Title>{t(`cases.if.${one}`)}</Title>
          <CaseMoney lines={lines} currency={currency} />
          {one === 'approve' ? explained : <p className="small muted">{t('cases.reject_then')}</p>}
        </div>
      ))}
    </Card>
  );
}

/** The two answers to a case that waits for its merchant, alike, as neither can be undone. */
function CaseAnswers({ buyerCase }: { buyerCase: BuyerCase }) {
  const { choices, wanted, currency } = buyerCase;
  const [answer, setAnswer] = useState<CaseAnswer['answer']>();
  if (choices.length === 0) return null;
  const amount = inline(money(wanted, currency));
  return (
    <>
      <Dock>
        <div className="cells tight">
          {answers.map((one) => (
            <Button
              key={one}
              onPointerEnter={AnswerSheet.preload}
              onFocus={AnswerSheet.preload}
              onClick={() => setAnswer(one)}
            >
              {t(`cases.answer.${one}`, { amount })}
            </Button>
          ))}
        </div>
      </Dock>
      {answer && <AnswerSheet buyerCase={buyerCase} answer={answer} onClose={() => setAnswer(undefined)} />}
    </>
  );
}

const answers = ['reject', 'approve'] as const;
