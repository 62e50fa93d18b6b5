import { useState } from 'react';
import { type Ad, adStop } from '../../data/ads.ts';
import { has } from '../../data/session.ts';
import { date, inline, money, number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Button } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Confirm } from '../command/confirm.tsx';

type Purchase = NonNullable<Ad['purchase']>;
const tones = { running: 'info', completed: 'good', cancelled: 'calm' } as const;

/** A bought promotion: what was delivered of it, and what is or was refunded. */
export function BoughtCard({ ad, bought }: { ad: Ad; bought: Purchase }) {
  const [asking, setAsking] = useState(false);
  const { id, no, status, paid, refundable, currency, startsAt, endsAt, delivered, reports } = bought;
  const isRunning = status === 'running';
  const unit = t(`business.promotion.unit.${ad.unit}`) || ad.unit;
  const text = t('business.promotion.delivered', {
    delivered: inline(number(delivered)),
    quantity: inline(number(ad.quantity)),
  });
  return (
    <li className="card stack tight">
      <div className="row between">
        <h2>{ad.title}</h2>
        <Badge tone={tones[status]}>{t(`business.promotion.status.${status}`) || status}</Badge>
      </div>
      <p className="small muted">
        <Code>{no}</Code> · {date(startsAt)} – {date(endsAt)}
      </p>
      <Meter label={unit} value={delivered} max={ad.quantity} text={text} />
      <p className="small">
        {unit}: {text}
      </p>
      {reports?.map(({ at, units, reference }) => (
        <p className="small" key={reference}>
          {t('business.promotion.report', { units: inline(number(units)), at: date(at) })}{' '}
          <Code>{reference}</Code>
        </p>
      ))}
      <Breakdown
        rows={[
          { label: t('business.promotion.paid'), amount: money(paid, currency) },
          {
            label: t(isRunning ? 'business.promotion.refundable' : 'business.promotion.refunded'),
            amount: money(refundable, currency),
          },
        ]}
      />
      {isRunning && has('adCancel') && (
        <Button onClick={() => setAsking(true)} aria-label={`${t('business.promotion.stop')}: ${ad.title}`}>
          {t('business.promotion.stop')}
        </Button>
      )}
      {asking && (
        <Confirm
          title={t('business.promotion.stop')}
          text={t('business.promotion.stop_text')}
          confirmLabel={t('business.promotion.stop')}
          cancelLabel={t('business.not_now')}
          command={adStop(id)}
          input={{ purchaseId: id }}
          checking={t('business.checking')}
          onClose={() => setAsking(false)}
        >
          <p>
            {t('business.promotion.refundable')}: <Amount>{money(refundable, currency)}</Amount>
          </p>
        </Confirm>
      )}
    </li>
  );
}
