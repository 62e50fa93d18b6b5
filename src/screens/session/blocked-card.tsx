import type { Blocked } from '../../data/blocked.ts';
import { openable } from '../../data/host.ts';
import { operatorResource } from '../../data/operator.ts';
import { date, gap, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OperatorCard } from '../../ui/operator-card.tsx';
import { Explained } from '../../ui/quotation.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import AccountExports from './account-exports.tsx';

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
