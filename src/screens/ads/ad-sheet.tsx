import { useState } from 'react';
import {
  type Ad,
  type AdInput,
  type AdQuote,
  adPurchase,
  adQuoteResource,
  type Bought,
} from '../../data/ads.ts';
import { hasFeature } from '../../data/session.ts';
import { dateTime, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Done } from '../../ui/done.tsx';
import { PaySheet, quoteBy } from '../pay/pay-sheet.tsx';
import type { PaymentProof } from '../pay/payment.ts';
import { GoodsSheet, type Promoted } from './goods-sheet.tsx';

interface AdSheetProps {
  ad: Ad;
  onClose: () => void;
  onBought: () => void;
}

/** Buys a promotion: which article, where one is promoted, then the total and the password. */
export default function AdSheet({ ad, onClose, onBought }: AdSheetProps) {
  const [goods, setGoods] = useState<Promoted>();
  if (ad.target === 'goods' && !goods) return <GoodsSheet onPick={setGoods} onClose={onClose} />;
  return <Buy ad={ad} goods={goods} onClose={onClose} onBought={onBought} />;
}

function Buy({ ad, goods, onClose, onBought }: AdSheetProps & { goods: Promoted | undefined }) {
  const input: AdInput = { adId: ad.id, goodsId: goods?.goodsId };
  const payment = {
    quote: hasFeature('quote') ? quoteBy(adQuoteResource, input) : undefined,
    command: adPurchase(input),
    input: (proof: PaymentProof) => ({ ...input, ...proof }),
    texts: {
      title: t('business.promotion.buy'),
      done: t('business.promotion.bought'),
      obsolete: t('business.promotion.late'),
      detailsLink: { label: t('business.promotion.title'), href: paths.promotion.href() },
    },
    about: (
      <>
        {ad.title}
        {goods && <span className="hint">{goods.name}</span>}
      </>
    ),
    terms: (quote?: AdQuote) => quote?.refundRule ?? ad.refundRule,
    receipt: ({ purchase }: Bought) => (
      <Done text={t('business.promotion.bought_text')} onDone={onBought}>
        {purchase && (
          <Breakdown
            rows={[
              { label: t('business.shop.no'), amount: purchase.no },
              { label: t('business.promotion.ends'), amount: dateTime(purchase.endsAt), isText: true },
              { label: t('business.promotion.paid'), amount: money(purchase.paid, purchase.currency) },
            ]}
          />
        )}
      </Done>
    ),
  };
  return <PaySheet payment={payment} onClose={onClose} />;
}
