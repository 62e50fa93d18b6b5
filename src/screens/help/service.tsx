import { LocationProvider } from 'preact-iso/router';
import { useContext, useState } from 'react';
import type { Permission } from '../../contract/permissions.ts';
import { openUrl } from '../../data/host.ts';
import { operator } from '../../data/operator.ts';
import { contactUrl, serviceUrl } from '../../data/service.ts';
import { me } from '../../data/session.ts';
import { inlineNo } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Head } from '../../ui/head.tsx';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Headset } from '../../ui/icons/headset.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';

const WriteFeedback = lazy(() => import('./write-feedback.tsx'));

const support: Permission = 'product_support';
const subjects = ['order', 'withdrawal', 'recharge', 'goods'] as const;

/** Customer service: where and when to reach it, and where to complain. */
export default function Service() {
  const { query } = useContext(LocationProvider.ctx);
  const [blocked, setBlocked] = useState('');
  // Only a number is accepted: anyone can write an address, and a sentence in it would look like the operator's.
  const subject = subjects.find((one) => /^[\w.#/-]{1,40}$/.test(query[one] ?? ''));
  const no = (subject && query[subject]) ?? '';
  const about = subject && t(`people.service.${subject}`, { no });
  const url = serviceUrl(about);
  const open = async (to: string, writeAbout: string) => {
    const { via } = await openUrl(to);
    if (via === 'none') setBlocked(writeAbout);
  };
  const isClosed = !url || blocked;
  const mayAsk = me.value.permissions?.includes(support);
  const asked = [t('goods.support'), about].filter(Boolean).join(' · ');
  const written = blocked.trim() || about;
  return (
    <>
      <Head title={t('people.service.title')} back={paths.shopCentre.href()} />
      <Page>
        <div className="stack cols">
          <Card title={t('people.service.talk')}>
            {subject && (
              <p>
                {t('people.service.about', { about: t(`people.service.${subject}`, { no: inlineNo(no) }) })}
              </p>
            )}
            {url && (
              <Button kind="primary" block icon={Headset} onClick={() => void open(url, about ?? ' ')}>
                {t('people.service.open')}
              </Button>
            )}
            {url && mayAsk && (
              <Button block onClick={() => void open(serviceUrl(asked) ?? url, asked)}>
                {t('goods.support')}
              </Button>
            )}
            {!url && mayAsk && (
              <LinkButton block href={paths.feedback.href({ about: asked })}>
                {t('goods.support')}
              </LinkButton>
            )}
            {isClosed ? (
              <Note>{t(blocked ? 'people.service.blocked' : 'people.service.none')}</Note>
            ) : (
              <LinkButton kind="plain" href={paths.feedback.href({ about })}>
                {t('people.service.write')}
              </LinkButton>
            )}
            <LinkButton kind="plain" icon={CircleQuestionMark} href={paths.qa.href()}>
              {t('people.service.qa')}
            </LinkButton>
          </Card>
          {isClosed && <WriteFeedback key={written} about={written} />}
          <Hours />
        </div>
      </Page>
    </>
  );
}

/** Opening hours and who is responsible; a complaint is one press away and free. */
function Hours() {
  const { hours, replyTime, complaint } = operator.ask().value.data ?? {};
  const rows = [
    [t('people.service.hours'), hours],
    [t('people.service.reply'), replyTime],
    [t('session.complaints'), complaint],
  ] as const;
  const way = contactUrl(complaint) ?? paths.feedback.href({ about: t('session.complaints') });
  return (
    <Card title={t('people.service.complain_title')}>
      <DescriptionList rows={rows} />
      <p className="small muted">{t('people.service.complain_text')}</p>
      <LinkButton href={way}>{t('people.service.complain')}</LinkButton>
    </Card>
  );
}
