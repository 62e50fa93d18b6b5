import { type CSSProperties, useState } from 'react';
import { openable } from '../../data/host.ts';
import { markRead, type Notice } from '../../data/notices.ts';
import { labelOf } from '../../lang/compose.ts';
import { time } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { classes } from '../../ui/classes.ts';
import { Item } from '../../ui/item.tsx';
import { Quotation, Quoted, splitText } from '../../ui/quotation.tsx';
import { NoticeMark } from './notice-mark.tsx';

/** Shortens numbers to their ends, as rows name what they are about: what a row leads to has them in full. */
const withShortNumbers = (text = '') => text.replace(/\b[A-Z]{1,2}-\d{8}-(?=\w)/g, '');

const threeLines = { '--lines': 3 } as CSSProperties;

/** One notice. It leads to its subject, or shows all its words, and is marked as read by that. */
export function NoticeRow({ notice }: { notice: Notice }) {
  const [isOpen, setOpen] = useState(false);
  const { title, body, link, createdAt, readAt } = notice;
  const href = openable(link);
  const press = () => {
    setOpen(!href);
    // A failed mark shows a toast, and nothing waits for it.
    if (!readAt) markRead(notice).catch(() => {});
  };
  const name = withShortNumbers(title);
  const [sentence, words] = splitText(body ?? '', notice);
  return (
    <Item
      media={
        <>
          {!readAt && <span className="dot" data-tone="info" style={gutter} />}
          <div className="stack near center">
            <NoticeMark of={notice} />
            <span className="small muted">{time(createdAt)}</span>
          </div>
        </>
      }
      title={readAt ? <span className="read">{name}</span> : <Unread>{name}</Unread>}
      href={href}
      onPress={press}
    >
      <p className={classes('small muted', !isOpen && 'clamp')} style={threeLines}>
        {withShortNumbers(sentence)}
        {!isOpen && words && <Quoted>{words}</Quoted>}
      </p>
      {isOpen && words && <Quotation>{words}</Quotation>}
    </Item>
  );
}

/** Beside the mark, so that all titles begin at one edge. */
const gutter = { position: 'absolute', insetInlineStart: '5px', insetBlockStart: '18px' } as const;

const Unread = ({ children }: { children: string }) => (
  <>
    <span className="sr">{labelOf(t('people.notices.new'))}</span>
    {children}
  </>
);
