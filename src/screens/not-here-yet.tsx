import { t } from '../lang/i18n.ts';
import { paths } from '../paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Head } from '../ui/head.tsx';
import { Page } from '../ui/page.tsx';

/** Says honestly that a path of the specification has no screen yet. */
export default function NotHereYet() {
  return (
    <>
      <Head title={t('not_here.title')} back={paths.shopCentre.href()} />
      <Page>
        <Empty title={t('not_here.title')} text={t('not_here.text')}>
          <LinkButton kind="primary" href={paths.shopCentre.href()}>
            {t('not_found.home')}
          </LinkButton>
        </Empty>
      </Page>
    </>
  );
}
