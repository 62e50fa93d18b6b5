import { useEffect, useState } from 'react';
import { type Offer, weighOffer } from '../data/offer.ts';
import { takeToken } from '../data/session.ts';
import { t } from '../lang/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

/** Asks before an address signs somebody in over their own sign-in: a link must not lead into another's shop unseen. */
export default function OtherAccount({ token }: { token: string }) {
  const [offer, setOffer] = useState<Offer>();
  useEffect(() => {
    // A token that is good for nothing changes nothing.
    weighOffer(token).then(setOffer, () => {});
  }, [token]);
  if (!offer) return null;
  const { own, other } = offer;
  const stay = () => setOffer(undefined);
  const change = () => {
    stay();
    void takeToken(token, 'url');
  };
  return (
    <Sheet title={t('session.link_title')} onClose={stay}>
      <div className="stack">
        <p>{t('session.link_text', { own, other })}</p>
        <div className="cells tight">
          <Button onClick={stay}>{t('session.link_stay', { own })}</Button>
          <Button onClick={change}>{t('session.link_switch', { other })}</Button>
        </div>
      </div>
    </Sheet>
  );
}
