import { copy, share } from '../../data/host.ts';
import type { Invited } from '../../data/invites.ts';
import { toast } from '../../data/toast.ts';
import { weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Code } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { ExternalLink } from '../../ui/icons/external-link.ts';

/** A code to hand on, with its link where it was made just now; the host's own way of sharing comes first. */
export function CodeCard({ code, made }: { code: string; made: Invited | undefined }) {
  const url = made?.link ? new URL(made.link, location.href).href : undefined;
  const text = t('people.invitation.message', { code });
  const copied = (via: string) =>
    toast(() => t(via === 'none' ? 'people.not_copied' : 'people.copied'), via === 'none' ? 'bad' : 'good');
  const take = async (what: string) => copied((await copy(what)).via);
  const handOn = async () => {
    const { via } = await share({ title: 'Souk', text, url });
    // Where nothing can share, the link was copied.
    if (via === 'web' && !navigator.share) copied(via);
  };
  return (
    <Card title={t('people.invitation.code')}>
      <p className="big">
        <Code mono>{code}</Code>
      </p>
      {url && (
        <p className="small">
          <Code mono>{url}</Code>
        </p>
      )}
      <p className="small muted">
        {t('people.invitation.once')}
        {made && ` ${t('people.invitation.until', { at: weekDate(made.expiresAt) })}`}
      </p>
      <div className="cells tight">
        <Button icon={Copy} onClick={() => void take(url ?? code)}>
          {t(url ? 'people.invitation.copy_link' : 'people.invitation.copy_code')}
        </Button>
        <Button kind="soft" icon={ExternalLink} onClick={() => void handOn()}>
          {t('people.invitation.share')}
        </Button>
      </div>
    </Card>
  );
}
