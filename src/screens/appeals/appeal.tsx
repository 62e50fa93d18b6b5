import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { has, session } from '../../data/session.ts';
import { type Appeal as Received, statement } from '../../data/statements.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Head } from '../../ui/head.tsx';
import { later } from '../../ui/later.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ObjectionState } from './objection-state.tsx';
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
  // Whoever is shut out knows no features, and was led here by a server that has this one.
  const asks = has('statements') || session.value.status !== 'signed-in';
  const { data, loading } = asks ? statement.ask(about).value : { data: null, loading: false };
  const objection = received ?? data?.objection;
  return (
    <div className="stack">
      {asks && (
        <Await
          of={statement.ask(about)}
          onRetry={() => statement.refresh(about)}
          skeleton={<Skeleton cards={1} height="220px" />}
        >
          {(data) => data && <StatementCard data={data} />}
        </Await>
      )}
      {objection && <ObjectionState of={objection} />}
      {!objection && (data !== undefined || !loading) && (
        <AppealForm about={about} onReceived={setReceived} />
      )}
    </div>
  );
}
