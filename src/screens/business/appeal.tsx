import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { has } from '../../data/session.ts';
import { type Appeal as Received, statement } from '../../data/statements.ts';
import { weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Head } from '../../ui/head.tsx';
import { Check } from '../../ui/icons/check.ts';
import { later } from '../../ui/later.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatementCard } from './statement-card.tsx';
import { StatementList } from './statement-list.tsx';

const AppealForm = later(() => import('./appeal-form.tsx'));

/** A decision with its reasons, and the objection to it; without a decision in the address, all of them. */
export default function Appeal() {
  const { ref } = useLocation().query;
  return (
    <>
      <Head
        title={t(ref ? 'business.appeal.title' : 'business.shop.decisions')}
        back={ref ? paths.appeal.href() : paths.shop.href()}
      />
      <Page>{ref ? <Objection key={ref} about={ref} /> : <StatementList />}</Page>
    </>
  );
}

function Objection({ about }: { about: string }) {
  const [received, setReceived] = useState<Received>();
  return (
    <div className="stack">
      {has('statements') && (
        <Await
          of={statement.ask(about)}
          onRetry={() => statement.refresh(about)}
          skeleton={<Skeleton cards={1} height="220px" />}
        >
          {(data) => data && <StatementCard data={data} />}
        </Await>
      )}
      {received ? (
        <Note tone="good" icon={Check} role="status">
          <strong>{t('business.appeal.received')}</strong>{' '}
          {t('business.appeal.answer_by', { date: weekDate(received.decideBy) })} <Code>{received.no}</Code>
        </Note>
      ) : (
        <AppealForm about={about} onReceived={setReceived} />
      )}
    </div>
  );
}
