import { useState } from 'react';
import type { BuyerCase, CaseAnswer } from '../../data/cases.ts';
import { t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { lazySheet } from '../../ui/sheet.tsx';
import { CaseMoney } from './case-money.tsx';

const AnswerSheet = lazySheet(() => import('./answer-sheet.tsx'), { texts: ['pay', 'rest'] });

/** The effect of each answer on the money before it is given, and that of a refund while others decide. */
export function CaseChoices({ buyerCase }: { buyerCase: BuyerCase }) {
  const { choices, effect, currency, fault, type } = buyerCase;
  const [answer, setAnswer] = useState<CaseAnswer['answer']>();
  const Title = useHeading(3);
  if (!effect) return null;
  const explained = (
    <p className="small muted">
      {t(`cases.fault.${fault}`)} {type === 'return_refund' && t('cases.after_return')}
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
      <div className="cells tight">
        {choices.map(({ answer: one }) => (
          <Button
            key={one}
            onPointerEnter={AnswerSheet.preload}
            onFocus={AnswerSheet.preload}
            onClick={() => setAnswer(one)}
          >
            {t(`cases.answer.${one}`)}
          </Button>
        ))}
      </div>
      {answer && <AnswerSheet buyerCase={buyerCase} answer={answer} onClose={() => setAnswer(undefined)} />}
    </Card>
  );
}
