import {
  type Level,
  levelUpgrade,
  type Upgraded,
  type UpgradeInput,
  type UpgradeQuote,
  upgradeQuoteResource,
} from '../../data/levels.ts';
import { hasFeature } from '../../data/session.ts';
import { money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Done } from '../../ui/done.tsx';
import { PaySheet, quoteBy } from '../pay/pay-sheet.tsx';
import type { Payment } from '../pay/payment.ts';

/** Returns the other name of a level, for those that have one. */
const aliasOf = ({ key }: Level) =>
  (key === 'shop' || key === 'merchant') && t(`business.upgrade.also.${key}`);

/** Upgrades the level: deposit and fee apart, when the deposit is returned, then the password. */
export default function UpgradeSheet({ level, onClose }: { level: Level; onClose: () => void }) {
  const typeId = level.id;
  const payment: Payment<UpgradeQuote, UpgradeInput, Upgraded> = {
    quote: hasFeature('quote') ? quoteBy(upgradeQuoteResource, typeId) : undefined,
    command: levelUpgrade(typeId),
    input: (proof) => ({ typeId, ...proof }),
    texts: {
      title: t('business.upgrade.move'),
      done: t('business.upgrade.done'),
      obsolete: t('business.upgrade.late'),
      detailsLink: { label: t('settings.shop_levels'), href: paths.upgrade.href() },
    },
    about: [level.name, aliasOf(level)].filter(Boolean).join(' · '),
    terms: (quote) => quote?.depositRefundRule ?? level.refundRule,
    receipt: ({ deposit, fee, depositRefundRule, currency }) => (
      <Done text={t('business.upgrade.done_text', { level: level.name })} onDone={onClose}>
        {deposit !== undefined && (
          <Breakdown
            rows={[
              { label: t('quote.line.deposit'), amount: money(deposit, currency), note: depositRefundRule },
              { label: t('quote.line.upgrade_fee'), amount: money(fee, currency) },
            ]}
          />
        )}
      </Done>
    ),
  };
  return <PaySheet payment={payment} onClose={onClose} />;
}
