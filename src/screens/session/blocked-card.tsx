import { useState } from 'react';
import type { Blocked, ExportLinks } from '../../data/blocked.ts';
import { config } from '../../data/config.ts';
import { downloadFile, openable } from '../../data/host.ts';
import { operatorResource } from '../../data/operator.ts';
import { date, dateTime, gap, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { OperatorCard } from '../../ui/operator-card.tsx';
import { Explained } from '../../ui/quotation.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';

/** Why an account is locked, by which rule and until when; how to object; and the exports. */
export default function BlockedCard({ appeal, restriction, exports }: Blocked) {
  const objections = openable(appeal);
  return (
    <>
      {restriction && <Why {...restriction} />}
      {objections && (
        <Card title={t('people.blocked.statements')}>
          <LinkButton kind="soft" href={objections}>
            {t('people.blocked.appeal')}
          </LinkButton>
        </Card>
      )}
      {(restriction || objections) && <ScamWarning reportAt={paths.service.href()} />}
      {exports && <AccountExports exports={exports} />}
      <OperatorCard of={operatorResource.ask().value.data} />
    </>
  );
}

function Why({
  facts,
  rule,
  operatorTexts,
  since,
  until,
  reviewBy,
  appeal,
  fileUrl,
}: NonNullable<Blocked['restriction']>) {
  const [file, objection] = [openable(fileUrl), openable(appeal)];
  const dates = [
    since && t('people.blocked.since', { at: date(since) }),
    until && t('people.blocked.ends', { at: date(until) }),
    reviewBy && reviewBy !== until && t('people.blocked.review_by', { at: date(reviewBy) }),
  ];
  return (
    <Card title={t('people.blocked.why')}>
      <Explained texts={[facts, rule]} of={{ operatorTexts }} />
      <p className="small muted">{dates.filter(Boolean).join(gap())}</p>
      <div className="cells tight">
        {objection && (
          <LinkButton kind="soft" href={objection}>
            {t('people.blocked.appeal')}
          </LinkButton>
        )}
        {file && (
          <LinkButton href={file} download>
            {t('people.blocked.statement')}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

const files = ['wallet', 'orders', 'statements'] as const;

/** A merchant's own records, for one who is locked out: the links need no sign-in. */
function AccountExports({ exports }: { exports: ExportLinks }) {
  const [busy, setBusy] = useState('');
  const [failed, setFailed] = useState('');
  const download = async (name: string, url: string) => {
    setBusy(name);
    setFailed('');
    if ((await downloadExport(url)).via === 'none') setFailed(name);
    setBusy('');
  };
  return (
    <Card title={t('people.blocked.files')}>
      <p className="muted">
        {t('people.blocked.files_text')}
        {exports.until && ` ${t('people.blocked.until', { at: dateTime(exports.until) })}`}
      </p>
      <div className="stack tight">
        {files.map((name) => {
          const url = exports[name];
          return (
            url && (
              <Button key={name} busy={busy === name} onClick={() => void download(name, url)}>
                {t(`people.blocked.${name}`)}
              </Button>
            )
          );
        })}
      </div>
      {failed && (
        <Note tone="bad" role="alert">
          {t('people.blocked.not_saved')}
        </Note>
      )}
    </Card>
  );
}

/** Downloads one of the files in the current language. */
const downloadExport = (url: string) =>
  downloadFile(
    url.split(/[/?]/).find((part) => /\.(csv|txt)$/.test(part)) ?? 'souk.txt',
    `${url}&lang=${config.lang()}`,
  );
