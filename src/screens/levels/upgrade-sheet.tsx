import { useMemo } from 'react';
import {
  type Level,
  levels,
  type Upgraded,
  type UpgradeQuote,
  upgradeQuote,
  upgrading,
} from '../../data/levels.ts';
import { has } from '../../data/session.ts';
import { money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Sum } from '../../ui/sum.tsx';
import { Done } from '../pay/done.tsx';
import { paidWords } from '../pay/paid-words.ts';
import { PaySheet } from '../pay/pay-sheet.tsx';
import type { Payable } from '../pay/payable.ts';

function payableOf(typeId: string): Payable<UpgradeQuote, Upgraded> {
  const { send, isOpen, resume } = upgrading(typeId);
  return {
    ...(has('quote') && {
      ask: () => upgradeQuote.ask(typeId),
      renew: () => upgradeQuote.refresh(typeId),
    }),
    pay: (given, onChecking) => send({ typeId, ...given }, { onChecking }),
    isOpen,
    resume,
    gone: () => levels.stale(),
  };
}

/** Moving to another level: deposit and fee apart, when the deposit comes back, then the password. */
export default function UpgradeSheet({ level, onClose }: { level: Level; onClose: () => void }) {
  const payable = useMemo(() => payableOf(level.id), [level.id]);
  const view = {
    words: paidWords({
      title: t('business.upgrade.move'),
      done: t('business.upgrade.done'),
      late: t('business.upgrade.late'),
      look: { label: t('business.upgrade.title'), href: paths.upgrade.href() },
    }),
    about: level.name,
    promise: (quote?: UpgradeQuote) => quote?.depositRefundRule ?? level.refundRule,
    receipt: ({ deposit, fee, depositRefundRule, currency }: Upgraded) => (
      <Done text={t('business.upgrade.done_text', { level: level.name })} onDone={onClose}>
        {deposit !== undefined && (
          <Sum
            rows={[
              { label: t('quote.line.deposit'), amount: money(deposit, currency), note: depositRefundRule },
              { label: t('quote.line.upgrade_fee'), amount: money(fee, currency) },
            ]}
          />
        )}
      </Done>
    ),
  };
  return <PaySheet payable={payable} view={view} onClose={onClose} />;
}
