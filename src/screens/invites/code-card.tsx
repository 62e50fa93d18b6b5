import { copy, share } from '../../data/host.ts';
import { toast } from '../../data/toast.ts';
import { t, weekDate } from '../../lang/index.ts';
import { Code } from '../../ui/amount.tsx';
import { brand } from '../../ui/brand.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { ExternalLink } from '../../ui/icons/external-link.ts';

/** An invitation that can be shared; a server that knows the specification only sends no link and date. */
export interface OpenInvitation {
  inviteCode: string;
  link?: string | null | undefined;
  expiresAt?: string | null | undefined;
}

/** The newest code to share. */
export function CodeCard({ open }: { open: OpenInvitation }) {
  return (
    <Card title={t('people.invitation.code')}>
      <p className="title">
        <Code mono>{open.inviteCode}</Code>
      </p>
      <ShareCode open={open} />
    </Card>
  );
}

/** Link, date and ways to share a code; the host's own way of sharing comes first. */
export function ShareCode({ open: { inviteCode: code, link, expiresAt } }: { open: OpenInvitation }) {
  const url = link ? new URL(link, location.href).href : undefined;
  const product = brand.value.name;
  const text = t('people.invitation.message', { code, product });
  const copied = (via: string) =>
    toast(() => t(via === 'none' ? 'people.not_copied' : 'people.copied'), via === 'none' ? 'bad' : 'good');
  const copyText = async (what: string) => copied((await copy(what)).via);
  const shareCode = async () => {
    const { via } = await share({ title: product, text, url });
    // Where sharing is not possible, the link was copied.
    if (via === 'web' && !navigator.share) copied(via);
  };
  return (
    <div className="stack tight">
      {url && (
        <p className="small">
          <Code mono>{url}</Code>
        </p>
      )}
      <p className="small muted">
        {t('people.invitation.once')}
        {expiresAt && ` ${t('people.invitation.until', { at: weekDate(expiresAt) })}`}
      </p>
      <div className="cells tight">
        <Button icon={Copy} onClick={() => void copyText(url ?? code)}>
          {t(url ? 'people.invitation.copy_link' : 'people.invitation.copy_code')}
        </Button>
        <Button kind="soft" icon={ExternalLink} onClick={() => void shareCode()}>
          {t('people.invitation.share')}
        </Button>
      </div>
    </div>
  );
}
