import { t } from '../../lang/index.ts';
import { Sheet } from '../../ui/sheet.tsx';

/** The meaning of each of the five amounts, in one place. */
export default function AboutAmounts({ onClose }: { onClose: () => void }) {
  const meanings = [
    [t('flow.account_available'), t('about.account_available')],
    [t('flow.account_shop'), t('about.account_shop')],
    [t('wallet.settlement'), t('about.settlement')],
    [t('flow.account_frozen'), t('about.account_frozen')],
    [t('flow.account_deposit'), t('about.account_deposit')],
  ] as const;
  return (
    <Sheet title={t('wallet.definitions')} onClose={onClose}>
      <dl className="list">
        {meanings.map(([name, text]) => (
          <div key={name}>
            <dt>
              <strong>{name}</strong>
            </dt>
            <dd className="muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
