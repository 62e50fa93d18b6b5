import { useState } from 'react';
import { copy, openable, openUrl } from '../../data/host.ts';
import type { Logistics } from '../../data/orders.ts';
import { t } from '../../lang/index.ts';
import { Code } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Copy } from '../../ui/icons/copy.ts';
import { ExternalLink } from '../../ui/icons/external-link.ts';

/** The carrier, the number of the parcel, and a link to the carrier's own page. */
export function ParcelCarrier({ parcel: { carrier, trackingNo, trackingUrl } }: { parcel: Logistics }) {
  const page = openable(trackingUrl);
  return (
    <>
      <div className="row between">
        <p>
          <span className="small muted">{carrier}</span>
          <br />
          <Code>{trackingNo}</Code>
        </p>
        {trackingNo && <CopyNumber text={trackingNo} />}
      </div>
      {page && (
        <Button kind="plain" className="start" icon={ExternalLink} onClick={() => void openUrl(page)}>
          {t('logistics.track')}
        </Button>
      )}
    </>
  );
}

function CopyNumber({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const press = async () => setCopied((await copy(text)).via !== 'none');
  return (
    <>
      <span className="sr" role="status">
        {copied && t('logistics.copied')}
      </span>
      <IconButton
        className="edge"
        icon={copied ? Check : Copy}
        label={t('logistics.copy_number')}
        onClick={() => void press()}
      />
    </>
  );
}
