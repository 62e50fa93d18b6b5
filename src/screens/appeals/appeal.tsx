import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { openable } from '../../data/host.ts';
import { hasFeature, session } from '../../data/session.ts';
import {
  type Appeal as Received,
  type Statement,
  statementResource,
  statementsResource,
} from '../../data/statements.ts';
import { dateTime, number, t, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { BadgeCheck } from '../../ui/icons/badge-check.ts';
import { Check } from '../../ui/icons/check.ts';
import { Info } from '../../ui/icons/info.ts';
import { ItemList } from '../../ui/item-list.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { Explained, Quotation } from '../../ui/quotation.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { StatementRow } from './statement-row.tsx';

/** A statement of reasons: what happened, by which rule, since when, until when, and a file to keep. */
function StatementCard({ data }: { data: Statement }) {
  const { since, until, reviewBy, endedAt, endReason, fileUrl } = data;
  const rows = [
    [t('business.appeal.since'), dateTime(since)],
    [t('business.appeal.ended'), endedAt && dateTime(endedAt)],
    [t('business.appeal.until'), !endedAt && until && weekDate(until)],
    [t('business.appeal.review_by'), !endedAt && reviewBy && weekDate(reviewBy)],
  ] as const;
  return (
    <article className="card stack tight">
      <h2 className="label">{t('business.appeal.statement')}</h2>
      {data.title && <strong>{data.title}</strong>}
      <dl className="stack tight">
        {(['facts', 'rule'] as const).map((name) => (
          <div key={name}>
            <dt className="small muted">{t(`business.appeal.${name}`)}</dt>
            <dd>
              <Explained texts={[data[name]]} of={data} />
            </dd>
          </div>
        ))}
      </dl>
      <DescriptionList rows={rows} />
      {endReason && (
        <dl>
          <dt className="small muted">{t('business.appeal.end_reason')}</dt>
          <dd>
            <Explained texts={[endReason]} of={data} />
          </dd>
        </dl>
      )}
      {openable(fileUrl ?? '') && (
        <LinkButton href={openable(fileUrl ?? '')} target="_blank" rel="noreferrer">
          {t('business.appeal.file')}
        </LinkButton>
      )}
    </article>
  );
}

/** The state of an objection: received and answered by when, or decided, when and why. */
function ObjectionState({ of }: { of: Received }) {
  return of.status === 'received' ? <Waiting {...of} /> : <Decided {...of} />;
}

function Waiting({ no, receivedAt, decideBy }: Received) {
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

function Decided({ no, status, answer, decidedAt }: Received) {
  return (
    <Note tone={status === 'reversed' ? 'good' : 'calm'} icon={status === 'reversed' ? Check : Info}>
      <p>
        <strong>{t(`business.appeal.${status as 'upheld' | 'reversed'}`)}</strong>{' '}
        {decidedAt && <span className="muted">{dateTime(decidedAt)}</span>}
      </p>
      {answer && <Quotation>{answer}</Quotation>}
      <Code>{no}</Code>
    </Note>
  );
}

/** What the merchant wrote, and the files that came with it; a picture is shown, any file opens in a new page. */
function OwnWords({ of: { text, files = [] } }: { of: Received }) {
  if (!text) return null;
  return (
    <Card title={t('business.appeal.yours')} className="tight">
      <p dir="auto" style={asWritten}>
        {text}
      </p>
      {files.map(({ url }, index) => (
        <a key={index} className="row near" href={openable(url)} target="_blank" rel="noreferrer">
          <Thumb src={openable(url)} size={48} />
          {t('business.appeal.own_file', { no: number(index + 1) })}
        </a>
      ))}
    </Card>
  );
}

const asWritten = { whiteSpace: 'pre-line' };

const AppealForm = lazy(() => import('./appeal-form.tsx'));

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
  // A merchant who is locked out has no list of features, and was led here by a server that has this one.
  const asks = hasFeature('statements') || session.value.status !== 'signed-in';
  const { data, loading } = asks ? statementResource.ask(about).value : { data: null, loading: false };
  const objection = received ?? data?.objection;
  return (
    <div className="stack">
      {asks && (
        <Await
          of={statementResource.ask(about)}
          onRetry={() => statementResource.refetch(about)}
          skeleton={<Skeleton cards={1} height="220px" />}
        >
          {(data) => data && <StatementCard data={data} />}
        </Await>
      )}
      <ScamWarning reportAt={paths.service.href()} />
      {objection && (
        <>
          <ObjectionState of={objection} />
          <OwnWords of={objection} />
        </>
      )}
      {!objection && (data !== undefined || !loading) && (
        <AppealForm about={about} onReceived={setReceived} />
      )}
    </div>
  );
}

/** All decisions, the newest first. */
function StatementList() {
  return (
    <Await
      of={statementsResource.ask({})}
      onRetry={() => statementsResource.refetch({})}
      skeleton={<SkeletonRows rows={4} media="0" />}
      empty={
        <Empty icon={BadgeCheck} title={t('business.appeal.none')} text={t('business.appeal.none_text')}>
          <LinkButton href={paths.shopCentre.href()}>{t('app.store')}</LinkButton>
        </Empty>
      }
    >
      {({ list, nextCursor }) => (
        <div className="stack">
          <ItemList>
            {list.map((data) => (
              <StatementRow key={data.id} data={data} />
            ))}
          </ItemList>
          {nextCursor && <LoadMore load={() => statementsResource.more({})} />}
          <ScamWarning reportAt={paths.service.href()} />
        </div>
      )}
    </Await>
  );
}
