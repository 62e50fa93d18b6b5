import { useState } from 'react';
import { copy, openUrl } from '../../data/host.ts';
import { logistics } from '../../data/orders.ts';
import { dateTime } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Copy } from '../../ui/icons/copy.ts';
import { ExternalLink } from '../../ui/icons/external-link.ts';
import { Note } from '../../ui/note.tsx';
import { Skel } from '../../ui/skeleton.tsx';

/** Carrier, number and the newest scan of the parcel. */
export function OrderParcel({ orderId }: { orderId: string }) {
  return (
    <Card title={t('orders.parcel')} className="tight">
      <Await
        of={logistics.ask(orderId)}
        onRetry={() => void logistics.refresh(orderId)}
        skeleton={<Skel h="44px" />}
      >
        {({ carrier, trackingNo, trackingUrl, checkpoints = [], stale }) => {
          const newest = checkpoints.at(-1);
          return (
            <div className="stack tight">
              <div className="row between wrap">
                <p>
                  {carrier}
                  <br />
                  <span className="muted">
                    <Code>{trackingNo}</Code>
                  </span>
                </p>
                {trackingNo && <CopyNumber text={trackingNo} />}
              </div>
              {newest && (
                <p>
                  {[newest.text, newest.place].filter(Boolean).join(', ')}
                  <br />
                  <span className="small muted">{dateTime(newest.at)}</span>
                </p>
              )}
              {stale && <Note tone="warn">{t('orders.parcel_stale')}</Note>}
              {trackingUrl && (
                <Button kind="plain" icon={ExternalLink} onClick={() => void openUrl(trackingUrl)}>
                  {t('orders.parcel_track')}
                </Button>
              )}
            </div>
          );
        }}
      </Await>
    </Card>
  );
}

function CopyNumber({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const press = async () => setCopied((await copy(text)).via !== 'none');
  return (
    <Button icon={copied ? Check : Copy} onClick={() => void press()}>
      <span aria-live="polite">{copied ? t('orders.copied') : t('orders.copy_number')}</span>
    </Button>
  );
}
