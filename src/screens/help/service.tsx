import { LocationProvider } from 'preact-iso/router';
import { useContext, useState } from 'react';
import { screenLimits } from '../../contract/screen-limits.ts';
import type { Permission } from '../../contract/status.ts';
import { questionsResource } from '../../data/help.ts';
import { openUrl } from '../../data/host.ts';
import { contactUrl, operatorResource, serviceUrl } from '../../data/operator.ts';
import { me } from '../../data/session.ts';
import { inlineNo, labelOf, number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Head } from '../../ui/head.tsx';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { Headset } from '../../ui/icons/headset.ts';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { Package } from '../../ui/icons/package.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { OperatorCard } from '../../ui/operator-card.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { QuestionRow } from './question-rows.tsx';

const support: Permission = 'product_support';
const subjects = ['order', 'withdrawal', 'recharge', 'goods'] as const;

/** Customer service: what answers without waiting, where to complain, and the way to a person with its hours. */
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
          <Answered />
          <ItemList>
            {me.value.permissions?.includes(support) && (
              <Item
                media={<Package className="muted" />}
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
          <OperatorCard of={operatorResource.ask().value.data} />
        </div>
      </Page>
      <Dock label={t('people.service.write')}>
        {refused ? (
          <p className="small muted" role="status">
            {t('people.service.blocked')}
          </p>
        ) : (
          <Times />
        )}
        {isOpen ? (
          <Button kind="primary" block icon={Headset} onClick={() => void open(chat, about ?? ' ')}>
            {t('people.service.open')}
          </Button>
        ) : (
          <LinkButton kind="primary" block href={written}>
            {t('people.service.write')}
          </LinkButton>
        )}
      </Dock>
    </>
  );
}

/** The opening hours, and how long an answer takes. */
function Times() {
  const { hours, replyTime } = operatorResource.ask().value.data ?? {};
  const days = me.value.limits?.feedbackReplyDays ?? screenLimits.feedbackReplyDays;
  const reply = replyTime || number(days, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return (
    <p className="small muted">
      {hours && `${labelOf(t('people.service.hours'))}${hours} · `}
      {labelOf(t('people.service.reply')) + reply}
    </p>
  );
}

const maxShown = 3;

/** The first question of each subject, as many as there is room for: most are answered there, and at once. */
function Answered() {
  const { data, loading } = questionsResource.ask('').value;
  const firsts = data?.filter(
    ({ category }, at) => data.findIndex((one) => one.category === category) === at,
  );
  return (
    <ItemList
      title={t('people.service.qa')}
      aside={
        <LinkButton kind="plain" href={paths.qa.href()}>
          {t('people.qa.all')}
        </LinkButton>
      }
    >
      {firsts
        ? firsts.slice(0, maxShown).map((one) => <QuestionRow key={one.id} question={one} />)
        : loading &&
          Array.from({ length: maxShown }, (_, at) => <Item key={at} title={<SkeletonBlock w="14em" />} />)}
    </ItemList>
  );
}

/** A complaint is one press away and free. */
const Complain = () => (
  <Item
    media={<CircleAlert className="muted" />}
    title={t('people.service.complain')}
    note={t('people.service.complain_text')}
    href={
      contactUrl(operatorResource.ask().value.data?.complaint) ??
      paths.feedback.href({ about: t('session.complaints') })
    }
    next
  />
);
