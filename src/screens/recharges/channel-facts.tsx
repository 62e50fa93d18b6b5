import { copy } from '../../data/host.ts';
import type { Channel } from '../../data/recharges.ts';
import { gap, inline, money, number, t } from '../../lang/index.ts';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Note } from '../../ui/note.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';

const QrCode = lazy(() => import('./qr-code.tsx'), { waiting: () => <SkeletonBlock w="168px" h="168px" /> });

/** Returns the network's full name: a wrong network loses the money. */
export const networkOf = ({ network, name }: Channel) => network ?? name ?? '—';

interface TermsProps {
  channel: Channel;
  currency: string | undefined;
}

/** Where to send, over which network, and what it costs: the network before the address. All terms are one press away. */
export function ChannelFacts({ channel, currency }: TermsProps) {
  const { address, qr, doNotSend, asset } = channel;
  return (
    <>
      {doNotSend ? (
        <Note tone="bad" icon={TriangleAlert}>
          <strong>{t('accounts.recharge.do_not_send')}</strong>
          {gap()}
          {t('accounts.recharge.do_not_send_text')}
        </Note>
      ) : (
        <Note tone="warn" icon={TriangleAlert}>
          {t('accounts.recharge.only', { asset, network: networkOf(channel) })}
        </Note>
      )}
      {qr && <QrCode text={qr} />}
      {address && (
        <CopyLine label={t('accounts.recharge.address')} text={address} copy={doNotSend ? undefined : copy} />
      )}
      <details className="small">
        <summary>{costOf(channel, currency) || networkOf(channel)}</summary>
        <Breakdown rows={factsOf(channel, currency)} />
      </details>
    </>
  );
}

/** Between which amounts a network takes a payment. */
export const ChannelLimits = ({ channel: { min, max }, currency }: TermsProps) =>
  inLine([
    min !== undefined && `${t('accounts.recharge.min')} ${inline(money(min, currency))}`,
    max != null && `${t('accounts.recharge.max')} ${inline(money(max, currency))}`,
  ]);

const inLine = (facts: readonly (string | false)[]) => facts.filter(Boolean).join(' · ');

const minutes = (count: number) => number(count, { style: 'unit', unit: 'minute', unitDisplay: 'long' });

/** Returns in one line what sending costs and how long it takes. */
const costOf = ({ fee, expectedMinutes }: Channel, currency: string | undefined) =>
  inLine([
    fee !== undefined && `${t('accounts.recharge.fee')} ${inline(money(fee, currency))}`,
    expectedMinutes != null && `${t('accounts.recharge.takes')} ${minutes(expectedMinutes)}`,
  ]);

/** Returns the rows that the operator has configured. */
function factsOf({ min, max, fee, rate, asset, confirmations, expectedMinutes }: Channel, currency?: string) {
  const show = (amount: string) => money(amount, currency);
  const rows: (BreakdownRow | false)[] = [
    min !== undefined && { label: t('accounts.recharge.min'), amount: show(min) },
    max != null && { label: t('accounts.recharge.max'), amount: show(max) },
    fee !== undefined && { label: t('accounts.recharge.fee'), amount: show(fee) },
    rate != null && { label: t('accounts.recharge.rate', { asset }), amount: show(rate) },
    confirmations != null && {
      label: t('accounts.recharge.confirmations'),
      amount: number(confirmations),
    },
    expectedMinutes != null && {
      label: t('accounts.recharge.takes'),
      amount: minutes(expectedMinutes),
      isText: true,
    },
  ];
  return rows.filter((row): row is BreakdownRow => Boolean(row));
}
