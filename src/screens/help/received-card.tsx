import type { Received } from '../../data/help.ts';
import { copy } from '../../data/host.ts';
import { toast } from '../../data/toast.ts';
import { t, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Copy } from '../../ui/icons/copy.ts';

/** The reference number, by when an answer comes, and where. */
export function ReceivedCard({ received: { no, replyBy }, onMore }: { received: Received; onMore(): void }) {
  const copyNumber = async () => {
    const { via } = await copy(no);
    toast(() => t(via === 'none' ? 'people.not_copied' : 'people.copied'), via === 'none' ? 'bad' : 'good');
  };
  return (
    <div role="status">
      <Card title={t('people.feedback.received')}>
        {no && (
          <p className="row">
            <span className="grow">
              {t('people.feedback.number')}{' '}
              <strong>
                <Code>{no}</Code>
              </strong>
            </span>
            <IconButton icon={Copy} label={t('people.feedback.copy')} onClick={() => void copyNumber()} />
          </p>
        )}
        <p>
          {replyBy && t('people.feedback.by', { at: weekDate(replyBy) })} {t('people.feedback.where')}
        </p>
        <div className="cells tight">
          <LinkButton href={paths.notifications.href()}>{t('shop.notifications')}</LinkButton>
          <Button onClick={onMore}>{t('people.feedback.another')}</Button>
        </div>
      </Card>
    </div>
  );
}
