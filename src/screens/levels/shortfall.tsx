import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { Level } from '../../data/levels.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';

interface ShortfallProps {
  level: Level | undefined;
  /** What the deposit holds now. */
  deposit: string | undefined;
  currency: string | undefined;
}

/** A deposit below what its level asks for: what that stops, and what it does not. */
export function Shortfall({ level, deposit, currency }: ShortfallProps) {
  if (!level?.deposit || deposit === undefined) return null;
  const missing = parseMoney(level.deposit) - parseMoney(deposit);
  if (missing <= 0n) return null;
  return (
    <Note tone="warn" icon={TriangleAlert}>
      {t('business.upgrade.short', { amount: inline(money(formatMoney(missing), currency)) })}
    </Note>
  );
}
