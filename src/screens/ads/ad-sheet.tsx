import { useState } from 'react';
import { type Ad, type AdInput, type AdPaid, type AdQuote, adPay, adQuoteResource } from '../../data/ads.ts';
import { hasFeature } from '../../data/session.ts';
import { type ShowcaseItem, showcaseResource } from '../../data/showcase.ts';
import { dateTime, labelOf, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Breakdown } from '../../ui/breakdown.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Done } from '../../ui/done.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Package } from '../../ui/icons/package.ts';
import { Item } from '../../ui/item.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { PaySheet, quoteBy } from '../pay/pay-sheet.tsx';
import type { Payment, PaymentProof } from '../pay/payment.ts';

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
  const payment: Payment<AdQuote, AdInput & PaymentProof, AdPaid> = {
    quote: hasFeature('quote') ? quoteBy(adQuoteResource, input) : undefined,
    command: adPay(input),
    input: (proof) => ({ ...input, ...proof }),
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
    terms: (quote) => quote?.refundRule ?? ad.refundRule,
    receipt: ({ purchase }) => (
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

/** Rows are pressed from edge to edge of the sheet. */
const toEdge = { marginInline: 'calc(-1 * var(--gap))' };

const listed = { status: 'listed' } as const;

/** The promoted article, by the name that its payment is confirmed under. */
export type Promoted = Pick<ShowcaseItem, 'goodsId' | 'name'>;

/** Asks which article of the showcase is promoted. None is chosen beforehand. */
function GoodsSheet({ onPick, onClose }: { onPick: (goods: Promoted) => void; onClose: () => void }) {
  return (
    <Sheet title={t('business.promotion.which')} onClose={onClose}>
      <Await
        of={showcaseResource.ask(listed)}
        onRetry={() => showcaseResource.refetch(listed)}
        skeleton={<SkeletonBlock h="160px" />}
        empty={
          <Empty icon={Package} title={t('business.promotion.no_goods')}>
            <LinkButton href={paths.warehouse.href()}>{t('shop.warehouse')}</LinkButton>
          </Empty>
        }
      >
        {({ list, nextCursor }) => (
          <>
            <ul style={toEdge}>
              {list.map(({ id, goodsId, name, image }) => (
                <Item
                  key={id}
                  media={<Thumb src={image} size={48} />}
                  title={name}
                  label={labelOf(t('business.choose')) + name}
                  onPress={() => onPick({ goodsId, name })}
                  next
                />
              ))}
            </ul>
            {nextCursor && <LoadMore load={() => showcaseResource.more(listed)} />}
          </>
        )}
      </Await>
    </Sheet>
  );
}
