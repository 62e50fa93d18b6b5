import { session } from '../../data/session.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Head } from '../../ui/head.tsx';
import { LanguageList } from '../../ui/language-list.tsx';
import { Page } from '../../ui/page.tsx';
import { AccountCard } from './account-card.tsx';
import { MoreLinks } from './more-links.tsx';

/** Language, links to screens without a tab, and sign-out. */
export default function Settings() {
  const isIn = session.value.status === 'signed-in';
  return (
    <>
      <Head title={t('settings.title')} back={paths.shopCentre.href()} />
      <Page>
        <div className="stack cols">
          <div className="stack">
            <Card title={t('settings.language')}>
              <LanguageList />
            </Card>
          </div>
          <div className="stack">
            {isIn && <MoreLinks />}
            {isIn && <AccountCard />}
          </div>
        </div>
      </Page>
    </>
  );
}
