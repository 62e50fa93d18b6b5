import { LocationProvider } from 'preact-iso/router';
import { useContext } from 'react';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Head } from '../../ui/head.tsx';
import { Headset } from '../../ui/icons/headset.ts';
import { Page } from '../../ui/page.tsx';
import WriteFeedback from './write-feedback.tsx';

/** Feedback to the operator; the answer comes as a notice. */
export default function Feedback() {
  const { about } = useContext(LocationProvider.ctx).query;
  return (
    <>
      <Head title={t('shop.feedback')} back={paths.shopCentre.href()} />
      <Page>
        <div className="stack">
          <p className="muted">{t('people.feedback.lead')}</p>
          <WriteFeedback key={about} about={about} />
          <LinkButton kind="plain" icon={Headset} href={paths.service.href()}>
            {t('not_found.service')}
          </LinkButton>
        </div>
      </Page>
    </>
  );
}
