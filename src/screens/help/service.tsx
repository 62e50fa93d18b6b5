import { LocationProvider } from 'preact-iso/router';
import { useContext, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import type { Permission } from '../../contract/permissions.ts';
import { openUrl } from '../../data/host.ts';
import { operator } from '../../data/operator.ts';
import { contactUrl, serviceUrl } from '../../data/service.ts';
import { me } from '../../data/session.ts';
import { inlineNo, number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Head } from '../../ui/head.tsx';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { CircleQuestionMark } from '../../ui/icons/circle-question-mark.ts';
import { Headset } from '../../ui/icons/headset.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { PackageOpen } from '../../ui/icons/package-open.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Dock, Page } from '../../ui/page.tsx';

const support: Permission = 'product_support';
const subjects = ['order', 'withdrawal', 'recharge', 'goods'] as const;

/** Customer service: its hours, what answers without waiting, where to complain, and the way to a person. */
export default function Service() {
  const { query } = useContext(LocationProvider.ctx);
  const [refused, setRefused] = useState('');
  // Only a number is accepted: anyone can write an address, and a sentence in it would look like the operator's.
  const subject = subjects.find((one) => /^[\w.#/-]{1,40}$/.test(query[one] ?? ''));
  const no = (subject && query[subject]) ?? '';
  const about = subject && t(`people.service.${subject}`, { no });
  const chat = serviceUrl(about);
  const open = async (to: string, writeAbout: string) => {
    const { via } = await openUrl(to);
    if (via === 'none') setRefused(writeAbout);
  };
  const asked = [t('goods.support'), about].filter(Boolean).join(' · ');
  const written = paths.feedback.href({ about: refused.trim() || about });
  const isOpen = chat && !refused;
  return (
    <>
      <Head title={t('people.service.title')} back={paths.shopCentre.href()} />
      <Page narrow>
        <div className="stack">
          {subject && (
            <p className="muted">
              {t('people.service.about', { about: t(`people.service.${subject}`, { no: inlineNo(no) }) })}
            </p>
          )}
          <Hours />
          <ItemList>
            <Item
              media={<CircleQuestionMark className="muted" />}
              title={t('people.service.qa')}
              href={paths.qa.href()}
              next
            />
            {me.value.permissions?.includes(support) && (
              <Item
                media={<PackageOpen className="muted" />}
                title={t('goods.support')}
                {...(chat
                  ? { onPress: () => void open(serviceUrl(asked) ?? chat, asked) }
                  : { href: paths.feedback.href({ about: asked }) })}
                next
              />
            )}
            {isOpen && (
              <Item
                media={<MessageSquareText className="muted" />}
                title={t('people.service.write')}
                href={written}
                next
              />
            )}
            <Complain />
          </ItemList>
        </div>
      </Page>
      <Dock label={t('people.service.write')}>
        {isOpen ? (
          <Button kind="primary" block icon={Headset} onClick={() => void open(chat, about ?? ' ')}>
            {t('people.service.open')}
          </Button>
        ) : (
          <>
            <p className="small muted" role="status">
              {t(refused ? 'people.service.blocked' : 'people.service.none')}
            </p>
            <LinkButton kind="primary" block href={written}>
              {t('people.service.write')}
            </LinkButton>
          </>
        )}
      </Dock>
    </>
  );
}

/** The opening hours, and how long an answer takes. */
function Hours() {
  const { hours, replyTime, complaint } = operator.ask().value.data ?? {};
  const days = me.value.limits?.feedbackReplyDays ?? limits.feedbackReplyDays;
  return (
    <Card>
      <DescriptionList
        rows={[
          [t('people.service.hours'), hours],
          [
            t('people.service.reply'),
            replyTime || number(days, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
          ],
          [t('session.complaints'), complaint],
        ]}
      />
    </Card>
  );
}

/** A complaint is one press away and free. */
const Complain = () => (
  <Item
    media={<CircleAlert className="muted" />}
    title={t('people.service.complain')}
    note={t('people.service.complain_text')}
    href={
      contactUrl(operator.ask().value.data?.complaint) ??
      paths.feedback.href({ about: t('session.complaints') })
    }
    next
  />
);
