import { LocationProvider } from 'preact-iso/router';
import { useContext, useState } from 'react';
import type { Received } from '../../data/help.ts';
import { copy } from '../../data/host.ts';
import { toast } from '../../data/toast.ts';
import { gap, t, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { Page } from '../../ui/page.tsx';
import { FeedbackForm } from './feedback-form.tsx';

/** Feedback to the operator; in its place the reference number once it was received. The answer comes as a notice. */
export default function Feedback() {
  const { about } = useContext(LocationProvider.ctx).query;
  const [received, setReceived] = useState<Received>();
  return (
    <>
      <Head title={t('settings.feedback')} back={paths.shopCentre.href()} />
      {received ? (
        <Page narrow>
          <ReceivedCard received={received} onMore={() => setReceived(undefined)} />
        </Page>
      ) : (
        <FeedbackForm key={about} about={about} onReceived={setReceived} />
      )}
    </>
  );
}

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
          {replyBy && t('people.feedback.by', { at: weekDate(replyBy) })}
          {gap()}
          {t('people.feedback.where')}
        </p>
        <div className="cells tight">
          <LinkButton href={paths.notifications.href()}>{t('shop.notifications')}</LinkButton>
          <Button onClick={onMore}>{t('people.feedback.another')}</Button>
        </div>
      </Card>
    </div>
  );
}
