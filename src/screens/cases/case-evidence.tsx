import type { BuyerCase } from '../../data/cases.ts';
import { openable } from '../../data/host.ts';
import { dateTime, t } from '../../lang/index.ts';
import { Card } from '../../ui/card.tsx';
import { Quotation } from '../../ui/quotation.tsx';
import { Timeline } from '../../ui/timeline.tsx';

type Party = BuyerCase['history'][number]['by'];

/** What a party wrote; the platform's part is an operator's. */
const Words = ({ by, text }: { by: Party; text: string }) =>
  by === 'platform' ? <Quotation>{text}</Quotation> : <p dir="auto">{text}</p>;

/** The evidence of both sides, with its sender and time; a file opens in a new page. */
export function CaseEvidence({ buyerCase: { evidence } }: { buyerCase: BuyerCase }) {
  if (evidence.length === 0) return null;
  return (
    <Card title={t('cases.evidence')}>
      <ul className="list">
        {evidence.map(({ at, by, text, url }, index) => (
          <li key={index}>
            {text && <Words by={by} text={text} />}
            {openable(url) && (
              <a className="hit" href={openable(url)} target="_blank" rel="noreferrer">
                {t('cases.open_file')}
              </a>
            )}
            <p className="small muted">
              {t(`cases.by.${by}`)} · {dateTime(at)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Every step so far, and who took it. */
export function CaseHistory({ buyerCase: { history, reason, state } }: { buyerCase: BuyerCase }) {
  if (history.length === 0) return null;
  const answered = history.map(({ by }) => by).lastIndexOf('merchant');
  const steps = history
    .map(({ state: reached, at, by, text }, index) => {
      const author = t(`cases.by.${by}`);
      // A step that changes no state, a finding or more time, is named by its author.
      const isChange = reached !== history[index - 1]?.state;
      return {
        title: isChange ? t(`orders.case_state.${reached}`) : author,
        note: (
          <>
            <p className="muted">{isChange ? `${author} · ${dateTime(at)}` : dateTime(at)}</p>
            {/* The buyer's own text is at the top of the case. */}
            {text && text !== reason && <Words by={by} text={text} />}
          </>
        ),
        isOver: isChange && reached === 'merchant_due' && index < answered,
      };
    })
    // That an answer was due is no event once it was given.
    .filter(({ isOver }) => !isOver);
  return (
    <Card title={t('orders.progress')}>
      <Timeline steps={steps} current={state === 'closed' ? -1 : steps.length - 1} />
    </Card>
  );
}
