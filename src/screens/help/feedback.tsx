import { LocationProvider } from 'preact-iso/router';
import { useContext, useState } from 'react';
import type { Received } from '../../data/help.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Head } from '../../ui/head.tsx';
import { Page } from '../../ui/page.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import { ReceivedCard } from './received-card.tsx';

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
