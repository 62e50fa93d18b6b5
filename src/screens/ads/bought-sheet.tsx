import { useState } from 'react';
import { type Ad, adStop, adsResource } from '../../data/ads.ts';
import { hasFeature } from '../../data/session.ts';
import { date, inline, labelOf, money, number, t } from '../../lang/index.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Confirm } from '../command/confirm.tsx';
import { Delivered, deliveredText, unitText } from './bought-row.tsx';

interface BoughtSheetProps {
  /** The row that was pressed; the sheet follows it as it changes. */
  row: Ad;
  onClose: () => void;
}

/** A bought promotion: what was delivered of it by which report, what is or was refunded, and the way to stop it. */
export function BoughtSheet({ row, onClose }: BoughtSheetProps) {
  const [asking, setAsking] = useState(false);
  const rows = adsResource.ask({ scope: 'mine' }).value.data?.list ?? [];
  const ad = rows.find(({ purchase }) => purchase?.id === row.purchase?.id) ?? row;
  const bought = ad.purchase;
  if (!bought) return null;
  const { id, no, status, paid, refundable, currency, startsAt, endsAt, reports } = bought;
  const isRunning = status === 'running';
  if (asking)
    return (
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
          {labelOf(t('business.promotion.refundable'))}
          <Amount>{money(refundable, currency)}</Amount>
        </p>
      </Confirm>
    );
  return (
    <Sheet title={ad.title} onClose={onClose}>
      <div className="stack">
        <div className="stack tight">
          <p className="small muted">{unitText(ad)}</p>
          <p className="big">{deliveredText({ ad, bought })}</p>
          <Delivered ad={ad} bought={bought} />
        </div>
        <Breakdown
          rows={[
            { label: t('business.shop.no'), amount: <Code>{no}</Code>, isText: true },
            {
              label: t(`business.promotion.status.${status}`) || status,
              amount: `${date(startsAt)} – ${date(endsAt)}`,
              isText: true,
            },
            { label: t('business.promotion.paid'), amount: money(paid, currency) },
            {
              label: t(isRunning ? 'business.promotion.refundable' : 'business.promotion.refunded'),
              amount: money(refundable, currency),
            },
          ]}
        />
        {reports?.map(({ at, units, reference }) => (
          <p className="small muted" key={reference}>
            {t('business.promotion.report', { units: inline(number(units)), at: date(at) })}{' '}
            <Code>{reference}</Code>
          </p>
        ))}
        {isRunning && hasFeature('adCancel') && (
          <Button
            onClick={() => setAsking(true)}
            aria-label={labelOf(t('business.promotion.stop')) + ad.title}
          >
            {t('business.promotion.stop')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
