import { type ShopClosed, shopClosing } from '../../data/shop.ts';
import { walletResource } from '../../data/wallet.ts';
import { t, weekDate } from '../../lang/index.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Done } from '../../ui/done.tsx';
import { PaySheet } from '../pay/pay-sheet.tsx';
import type { Payment, PaymentProof, Quote } from '../pay/payment.ts';
import { shopTexts } from './shop-texts.ts';

/** Closes the shop: what ends and what goes on, then the payment password, then when the deposit is returned. */
export default function CloseSheet({ onClose }: { onClose: () => void }) {
  const hasDeposit = Number(walletResource.ask().value.data?.depositMargin ?? 0) > 0;
  const payment: Payment<Quote, Pick<PaymentProof, 'payPassword'>, ShopClosed> = {
    command: shopClosing,
    input: ({ payPassword }) => ({ payPassword }),
    texts: shopTexts({
      title: t('business.close.title'),
      done: t('business.close.done'),
      button: () => t('business.close.begin'),
      obsolete: t('business.close.late'),
    }),
    about: t('business.close.about'),
    terms: () => t('business.close.text'),
    receipt: ({ depositReturnAt }) => (
      <Done text={t('business.close.done_text')} onDone={onClose}>
        {hasDeposit && depositReturnAt && (
          <Breakdown
            rows={[{ label: t('business.close.deposit'), amount: weekDate(depositReturnAt), isText: true }]}
          />
        )}
      </Done>
    ),
  };
  return <PaySheet payment={payment} onClose={onClose} />;
}
