import type { Appeal } from '../../data/statements.ts';
import { dateTime, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Code } from '../../ui/amount.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Info } from '../../ui/icons/info.ts';
import { Note } from '../../ui/note.tsx';

/** What became of an objection: received and answered by when, or decided, when and why. */
export function ObjectionState({ of }: { of: Appeal }) {
  return of.status === 'received' ? <Waiting {...of} /> : <Decided {...of} />;
}

function Waiting({ no, receivedAt, decideBy }: Appeal) {
  const late = Date.parse(decideBy) < Date.now();
  return (
    <Note tone={late ? 'warn' : 'good'} icon={late ? Info : Check} role="status">
      <p>
        <strong>{t('business.appeal.received')}</strong> <span className="muted">{dateTime(receivedAt)}</span>
      </p>
      {t(late ? 'business.appeal.late' : 'business.appeal.answer_by', { date: weekDate(decideBy) })}{' '}
      <Code>{no}</Code>
    </Note>
  );
}

function Decided({ no, status, answer, decidedAt }: Appeal) {
  return (
    <Note tone={status === 'reversed' ? 'good' : 'calm'} icon={status === 'reversed' ? Check : Info}>
      <p>
        <strong>{t(`business.appeal.${status as 'upheld' | 'reversed'}`)}</strong>{' '}
        {decidedAt && <span className="muted">{dateTime(decidedAt)}</span>}
      </p>
      {answer && <p dir="auto">{answer}</p>}
      <Code>{no}</Code>
    </Note>
  );
}
