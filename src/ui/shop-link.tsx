import { useState } from 'react';
import { t } from '../lang/index.ts';
import { Button, LinkButton } from './button.tsx';
import { ExternalLink } from './icons/external-link.ts';

interface ShopLinkProps {
  /** The shop's front, as buyers see it. */
  href: string;
  /** Shares the address by the host or the browser; where neither can, it is copied. */
  share: () => Promise<{ via: string }>;
}

/** Leads to the shop as buyers see it, and shares its address. A host opens the link where there are no windows. */
export function ShopLink({ href, share }: ShopLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const press = async () => {
    const { via } = await share();
    setCopied(via === 'web' && !navigator.share);
  };
  return (
    <div className="row between">
      <LinkButton kind="plain" href={href} target="_blank" rel="noopener noreferrer">
        {t('shop.see')}
        <ExternalLink />
      </LinkButton>
      <span role="status" className="small muted">
        {isCopied && t('shop.link_copied')}
      </span>
      <Button kind="plain" onClick={() => void press()}>
        {t('shop.share')}
      </Button>
    </div>
  );
}
