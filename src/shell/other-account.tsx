import { useEffect, useState } from 'react';
import { acceptToken } from '../data/accept-token.ts';
import { checkLinkToken, type LinkTokenOwners } from '../data/link-token.ts';
import { t } from '../lang/index.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

/** Asks before a link's token replaces the current sign-in: a link must not open another merchant's shop unnoticed. */
export default function OtherAccount({ token }: { token: string }) {
  const [offer, setOffer] = useState<LinkTokenOwners>();
  useEffect(() => {
    // An invalid token changes nothing.
    checkLinkToken(token).then(setOffer, () => {});
  }, [token]);
  if (!offer) return null;
  const { own, other } = offer;
  const stay = () => setOffer(undefined);
  const change = () => {
    stay();
    void acceptToken(token, 'handover');
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
