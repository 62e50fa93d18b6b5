import { useState } from 'react';
import { openable } from '../../data/host.ts';
import { type Identity, identityWithdrawal } from '../../data/identity.ts';
import { hasFeature } from '../../data/session.ts';
import { dateTime, t, tn, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ArrowDownLeft } from '../../ui/icons/arrow-down-left.ts';
import { BadgeCheck } from '../../ui/icons/badge-check.ts';
import { Check } from '../../ui/icons/check.ts';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { Clock } from '../../ui/icons/clock.ts';
import { IdCard } from '../../ui/icons/id-card.ts';
import { Item } from '../../ui/item.tsx';
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

const marks = {
  unverified: { icon: IdCard, tone: 'info' },
  applying: { icon: Clock, tone: 'warn' },
  verified: { icon: Check, tone: 'good' },
  rejected: { icon: CircleAlert, tone: 'bad' },
} as const;

const whole = { display: 'grid' };

/** How the verification stands, as the headline; below it what is known of it and what can be done. */
export function IdentityState({ data }: { data: Identity }) {
  const Title = useHeading(2);
  const { status, attemptsLeft, appeal } = data;
  const { icon: Icon, tone } = marks[status];
  return (
    <section className="card stack">
      <div className="stack tight center">
        <span className="done" data-tone={tone}>
          {/* Only the tick draws itself. */}
          {status === 'verified' ? (
            <Icon />
          ) : (
            <span style={whole}>
              <Icon />
            </span>
          )}
        </span>
        <Title className="title">{t(`business.identity.status.${status}`)}</Title>
        <p className="muted">{t(`business.identity.about.${status}`)}</p>
      </div>
      <Facts data={data} />
      {canApply(data) && (attemptsLeft ?? 9) < 3 && (
        <Note tone="warn">{tn('business.identity.tries', attemptsLeft)}</Note>
      )}
      {appeal && <LinkButton href={openable(appeal)}>{t('wallet.appeal')}</LinkButton>}
      {status === 'applying' && hasFeature('identityWithdraw') && <TakeBack />}
    </section>
  );
}

/** Returns whether an application can be sent, as far as the tries of the day allow one. */
export const canApply = ({ status }: Identity) => status === 'unverified' || status === 'rejected';

function Facts({ data }: { data: Identity }) {
  const { nameMasked, idNoMasked, submittedAt, reviewBy, expiresAt, note, reasons, status } = data;
  const waits = status === 'applying';
  const rows = [
    [t('business.identity.part.realName'), nameMasked && <bdi>{nameMasked}</bdi>],
    [t('business.identity.part.idNumber'), idNoMasked && <Code>{idNoMasked}</Code>],
    [t('business.identity.sent'), submittedAt && dateTime(submittedAt)],
    [t('business.identity.review_by'), waits && reviewBy && weekDate(reviewBy)],
    [t('business.identity.valid_until'), expiresAt && weekDate(expiresAt)],
  ] as const;
  return (
    <>
      {rows.some(([, value]) => value) && (
        <div className="rule">
          <DescriptionList rows={rows} />
        </div>
      )}
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

/** The way to what a verified person can do. */
export const Opened = () => (
  <ul className="items">
    <Item
      media={<ArrowDownLeft className="muted" />}
      title={t('wallet.recharge')}
      href={paths.recharge.href()}
      next
    />
    <Item
      media={<BadgeCheck className="muted" />}
      title={t('settings.shop_levels')}
      href={paths.upgrade.href()}
      next
    />
  </ul>
);

const usePoints = ['purpose', 'who', 'kept'] as const;

/**
 * What the papers are for, who sees them and how long they are kept: open before anything is sent, afterwards one press
 * away.
 */
export function IdentityUse({ open }: { open?: boolean | undefined }) {
  const Title = useHeading(2);
  return (
    <details className="card small" open={open}>
      <summary>
        <Title className="label">{t('business.identity.use')}</Title>
      </summary>
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
    </details>
  );
}
