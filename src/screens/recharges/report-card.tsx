import { capabilities } from '../../data/host.ts';
import type { Channel } from '../../data/recharges.ts';
import { scan } from '../../data/scan.ts';
import { fileRulesFor } from '../../data/uploads.ts';
import { inline, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { FormField } from '../../ui/form-field.tsx';
import { FormUpload } from '../../ui/form-upload.tsx';
import { ScanButton } from '../../ui/scan-button.tsx';

interface ReportProps {
  channel: Channel;
  /** The number of an earlier report of the same payment. */
  usedNo: string | undefined;
  /** How much of the file has been sent, from 0 to 1. */
  share: number | undefined;
}

/** By what the payment is found. */
export function ReportCard({ channel, usedNo, share }: ReportProps) {
  const Title = useHeading(2);
  const isBank = channel.rail === 'bank';
  return (
    <Card>
      <Title>{t('accounts.recharge.report')}</Title>
      <FormField
        name={isBank ? 'bankRef' : 'txHash'}
        label={isBank ? t('accounts.recharge.bank_ref') : t('accounts.recharge.hash')}
        after={
          !isBank &&
          capabilities.value.includes('scan') && (
            <ScanButton name="txHash" pattern={/(0x)?[0-9a-f]{64}/i} scan={scan} />
          )
        }
        hint={
          usedNo && (
            <a className="hit" href={paths.history.href({ no: usedNo })}>
              {t('accounts.recharge.first_use', { no: inline(usedNo) })}
            </a>
          )
        }
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        dir="ltr"
      />
      <FormUpload
        {...fileRulesFor('certificate')}
        name="certificate"
        label={t('accounts.recharge.proof')}
        sent={share}
      />
      <p className="small muted">{t('accounts.recharge.counts')}</p>
    </Card>
  );
}
