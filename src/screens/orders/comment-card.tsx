import { useEffect, useRef, useState } from 'react';
import type { Comment } from '../../data/comments.ts';
import { openable } from '../../data/host.ts';
import { dateTime, number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Focused } from '../../ui/focused.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Stars } from '../../ui/stars.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { Signature } from './signature.tsx';

type CommentReply = NonNullable<Comment['reply']>;

export const CommentForm = lazy(() => import('./comment-form.tsx'), {
  texts: ['rest'],
  waiting: () => <SkeletonBlock h="280px" />,
});

interface Props {
  comment: Comment;
  shopName: string | undefined;
  /** Whether comments of several orders are shown together, so that each names its order. */
  ofMany: boolean;
  /** Whether its form is open already, as the one that is next to be answered. */
  isNext: boolean;
}

/** A comment with its stars and pictures, the one reply to it, or a form for that. */
export function CommentCard({ comment, shopName, ofMany, isNext }: Props) {
  const {
    id,
    by,
    orderId,
    orderNo,
    goods,
    rating,
    content,
    images = [],
    createdAt,
    reply,
    signature,
  } = comment;
  const [isOpened, setOpened] = useState(false);
  const hadForm = useRef(false);
  const writing = isOpened || isNext;
  if (writing && !reply) hadForm.current = true;
  const form = <CommentForm orderId={orderId} parentId={id} rating={rating} shopName={shopName} />;
  if (by === 'merchant')
    return (
      <li className="stack tight">
        <p className="small muted">{t('comments.yours')}</p>
        <Signature content={content} signature={signature ?? ''} at={createdAt} />
      </li>
    );
  return (
    <li className="stack tight">
      <div className="row between">
        {rating ? <Stars value={rating} text={number(rating)} /> : <span />}
        <span className="small muted">{dateTime(createdAt)}</span>
      </div>
      {ofMany && (
        <div className="row tight">
          {goods?.image && <Thumb src={goods.image} size={44} />}
          <div className="small">
            {goods && <p>{goods.name}</p>}
            <a className="hit" href={paths.order.href({ id: orderId })}>
              <Code>{orderNo}</Code>
            </a>
          </div>
        </div>
      )}
      {content ? <p dir="auto">{content}</p> : <p className="muted">{t('comments.no_words')}</p>}
      {images.length > 0 && (
        <div className="row tight wrap">
          {images.map((image, index) => (
            <a key={image} href={openable(image)} target="_blank" rel="noreferrer">
              <Thumb src={image} alt={t('comments.picture', { number: number(index + 1) })} />
            </a>
          ))}
        </div>
      )}
      {reply && <Reply reply={reply} written={hadForm.current} />}
      {!reply && writing && <div className="rule">{isOpened ? <Focused>{form}</Focused> : form}</div>}
      {!reply && !writing && (
        <Button
          kind="plain"
          className="start"
          style={flush}
          aria-label={ofMany ? `${t('comments.reply')}, ${orderNo}` : undefined}
          onPointerEnter={CommentForm.preload}
          onFocus={CommentForm.preload}
          onClick={() => setOpened(true)}
        >
          {t('comments.reply')}
        </Button>
      )}
    </li>
  );
}

/** Its words, not the room around them, begin where the others do. */
const flush = { marginBlock: '-10px', marginInlineStart: '-8px' };

const belowHead = { scrollMarginBlockStart: '120px' };

/** A reply; a new one takes the focus of its form, and is scrolled into view, as the form was taller. */
function Reply({ reply: { content, signature, at }, written }: { reply: CommentReply; written: boolean }) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!written) return;
    shown.current?.focus({ preventScroll: true });
    shown.current?.scrollIntoView({ block: 'nearest' });
  }, [written]);
  return (
    <div ref={shown} tabIndex={-1} className="stack near rule" style={belowHead}>
      <p className="small muted">{t('comments.your_reply')}</p>
      <Signature content={content} signature={signature} at={at} />
    </div>
  );
}
