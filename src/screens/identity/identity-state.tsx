import { useState } from 'react';
import { type IdentityPart, identityParts, identityPartsAgain } from '../../contract/identity.ts';
import { openable } from '../../data/host.ts';
import { type Identity, identityWithdrawal } from '../../data/identity.ts';
import { has } from '../../data/session.ts';
import { dateTime, weekDate } from '../../lang/format.ts';
import { t, tn } from '../../lang/i18n.ts';
import { Code } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { Note } from '../../ui/note.tsx';
import { Quotation } from '../../ui/quotation.tsx';
import { Confirm } from '../command/confirm.tsx';

function TakeBack() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('business.identity.take_back')}</Button>
      {asking && (
        <Confirm
          title={t('business.identity.take_back')}
          text={t('business.identity.take_back_text')}
          confirmLabel={t('business.identity.take_back')}
          cancelLabel={t('business.not_now')}
          command={identityWithdrawal}
          input={{}}
          checking={t('business.checking')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const usePoints = ['purpose', 'who', 'kept'] as const;

/** What the papers are for, who sees them and how long they are kept: shown before anything is sent. */
function IdentityUse() {
  return (
    <Card title={t('business.identity.use')} className="tight">
      <dl className="list">
        {usePoints.map((name) => (
          <div key={name}>
            <dt>
              <strong>{t(`business.identity.use_${name}`)}</strong>
            </dt>
            <dd className="muted">{t(`business.identity.use_${name}_text`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const IdentityForm = lazy(() => import('./identity-form.tsx'));

const tones = { unverified: 'calm', applying: 'warn', verified: 'good', rejected: 'bad' } as const;

/** Returns the parts to ask for: those that were refused; without reasons, all of them. */
const askedOf = ({ status, reasons }: Identity): readonly IdentityPart[] => {
  const refused = identityPartsAgain(reasons.map(({ field }) => field));
  return status === 'rejected' && refused.length > 0 ? refused : identityParts;
};

export function IdentityState({ data }: { data: Identity }) {
  const [started, start] = useState(false);
  const { status, attemptsLeft, appeal } = data;
  const applies = status === 'unverified' || status === 'rejected';
  const isOpen = applies && attemptsLeft !== 0;
  const form = <IdentityForm asked={askedOf(data)} reasons={data.reasons} />;
  return (
    <div className="stack">
      <Card
        className="tight"
        title={t('business.identity.state')}
        aside={<Badge tone={tones[status]}>{t(`business.identity.status.${status}`)}</Badge>}
      >
        <p>{t(`business.identity.about.${status}`)}</p>
        <Standing data={data} />
        {applies && (attemptsLeft ?? 9) < 3 && (
          <Note tone="warn">{tn('business.identity.tries', attemptsLeft)}</Note>
        )}
        {appeal && <LinkButton href={openable(appeal)}>{t('shop.appeal')}</LinkButton>}
        {status === 'applying' && has('identityWithdraw') && <TakeBack />}
      </Card>
      {/* Shown before the start; afterwards the form comes first. */}
      {isOpen && (started || status === 'rejected') && form}
      <IdentityUse />
      {isOpen && !started && status === 'unverified' && <Start onStart={() => start(true)} />}
    </div>
  );
}

const Start = ({ onStart }: { onStart: () => void }) => (
  <Button kind="primary" block onClick={onStart}>
    {t('business.identity.start')}
  </Button>
);

function Standing({ data }: { data: Identity }) {
  const { nameMasked, idNoMasked, submittedAt, reviewBy, expiresAt, note, reasons, status } = data;
  const waits = status === 'applying';
  const rows = [
    [t('business.identity.part.realName'), nameMasked && <bdi>{nameMasked}</bdi>],
    [t('business.identity.part.idNumber'), idNoMasked && <Code>{idNoMasked}</Code>],
    [t('business.identity.sent'), waits && submittedAt && dateTime(submittedAt)],
    [t('business.identity.review_by'), waits && reviewBy && weekDate(reviewBy)],
    [t('business.identity.valid_until'), expiresAt && weekDate(expiresAt)],
  ] as const;
  return (
    <>
      <DescriptionList rows={rows} />
      {note && <Quotation>{note}</Quotation>}
      {status === 'unverified' &&
        reasons.map(({ field, text }) => (
          <Note key={field} tone="warn">
            {text}
          </Note>
        ))}
    </>
  );
}
