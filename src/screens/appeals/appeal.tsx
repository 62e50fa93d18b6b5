import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { stillUnder } from '../../contract/still-working.ts';
import { openable } from '../../data/host.ts';
import { hasFeature, session } from '../../data/session.ts';
import {
  type Appeal as Received,
  type Statement,
  statementResource,
  statementsResource,
} from '../../data/statements.ts';
import { walletResource } from '../../data/wallet.ts';
import { dateTime, number, t, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useHeading } from '../../ui/chrome.ts';
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
import { StillWorking } from '../../ui/restrictions.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { endsOf, StatementRow } from './statement-row.tsx';

/** A decision: what is stopped, until when, what still works; then folded why, by which rule, with a file to keep. */
function StatementCard({ data }: { data: Statement }) {
  const { since, endedAt, endReason, fileUrl } = data;
  const ends = endedAt
    ? [[t('business.appeal.ended'), dateTime(endedAt)] as const]
    : endsOf(data).map(([label, at]) => [label, weekDate(at)] as const);
  const reasons = (['facts', 'rule'] as const).map(
    (name) => [t(`business.appeal.${name}`), data[name]] as const,
  );
  const file = openable(fileUrl ?? '');
  return (
    <article className="card stack tight">
      {data.title && <h2>{data.title}</h2>}
      <DescriptionList rows={[...ends, [t('business.appeal.since'), dateTime(since)]]} />
      {!endedAt && stillUnder([data]) && <Still />}
      {endReason && <Reasons rows={[[t('business.appeal.end_reason'), endReason]]} of={data} />}
      <details>
        <summary>{t('wallet.reasons')}</summary>
        <div className="stack tight">
          <Reasons rows={reasons} of={data} />
          {file && (
            <LinkButton href={file} target="_blank" rel="noreferrer">
              {t('business.appeal.file')}
            </LinkButton>
          )}
        </div>
      </details>
    </article>
  );
}

/** What works in spite of all restrictions in force, as another decision may be graver than this one. */
function Still() {
  return <StillWorking still={stillUnder(walletResource.ask().value.data?.restrictions)} />;
}

interface ReasonsProps {
  rows: readonly (readonly [name: string, text: string])[];
  of: Statement;
}

const Reasons = ({ rows, of }: ReasonsProps) => (
  <dl className="stack tight">
    {rows.map(([name, text]) => (
      <div key={name}>
        <dt className="small muted">{name}</dt>
        <dd>
          <Explained texts={[text]} of={of} />
        </dd>
      </div>
    ))}
  </dl>
);

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
        title={t(ref ? 'business.appeal.statement' : 'business.shop.decisions')}
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

/** All decisions, the newest first; those that have ended are folded. */
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
          <Statements list={list.filter(({ endedAt }) => !endedAt)} />
          <Earlier list={list.filter(({ endedAt }) => endedAt)} />
          {nextCursor && <LoadMore load={() => statementsResource.more({})} />}
        </div>
      )}
    </Await>
  );
}

function Statements({ list }: { list: readonly Statement[] }) {
  if (list.length === 0) return null;
  return (
    <ItemList>
      {list.map((data) => (
        <StatementRow key={data.id} data={data} />
      ))}
    </ItemList>
  );
}

function Earlier({ list }: { list: readonly Statement[] }) {
  const Title = useHeading(2);
  if (list.length === 0) return null;
  return (
    <details className="stack">
      <summary>
        <Title className="label">{t('business.appeal.earlier', { count: number(list.length) })}</Title>
      </summary>
      <Statements list={list} />
    </details>
  );
}
