import { useLocation } from 'preact-iso/router';
import { useRef, useState } from 'react';
import { type CommentSummary, commentsResource } from '../../data/comments.ts';
import { orderResource } from '../../data/orders.ts';
import { hasFeature } from '../../data/session.ts';
import { storeResource } from '../../data/store.ts';
import { number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { MessageSquareText } from '../../ui/icons/message-square-text.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stars } from '../../ui/stars.tsx';
import { CommentCard, CommentForm } from './comment-card.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderLayout } from './order-layout.tsx';
import { OrderReference } from './order-reference.tsx';

const all = 'all';
const unanswered = 'unanswered' as const;
const grades = [5, 4, 3, 2, 1] as const;

/** Comments on an order, or on the whole shop, with the one signed reply to each. */
export default function OrderComment() {
  const { id, state: wanted } = useLocation().query;
  const [picked, setPicked] = useState<string>();
  // After a reload it is known later which features there are.
  const shown = picked ?? (wanted === unanswered && hasFeature('replies') ? unanswered : all);
  const filter = {
    orderId: id || undefined,
    rating: Number(shown) || undefined,
    state: shown === unanswered ? unanswered : undefined,
  };
  const state = commentsResource.ask(filter);
  // Of the whole shop, whatever is shown of it: the choices stay as they are while another one loads, and keep the focus.
  const known = useRef<CommentSummary | undefined>(undefined);
  known.current = state.value.data?.summary ?? known.current;
  const summary = known.current;
  const shopName = storeResource.ask().value.data?.name;
  const [isOpened, setOpened] = useState(false);
  const list = state.value.data?.list;
  // The merchant's own comment, once, where the server allows one.
  const canWrite =
    id !== undefined &&
    list?.every(({ by }) => by !== 'merchant') === true &&
    orderResource.ask(id).value.data?.allowedActions.includes('comment') === true;
  const isWriting = canWrite && (isOpened || list?.length === 0);
  const content = (
    <>
      {id && <OrderReference id={id} />}
      {!id && summary && <Summary of={summary} />}
      {!id && (
        <Choices
          shape="words"
          label={t('comments.stars')}
          value={shown}
          onPick={setPicked}
          items={[
            { value: all, label: t('comments.all'), count: summary && number(summary.count) },
            ...(summary && hasFeature('replies')
              ? [
                  {
                    value: unanswered,
                    label: t('comments.unanswered_only'),
                    count: number(summary.unanswered),
                  },
                ]
              : []),
            ...grades.map((grade) => ({
              value: String(grade),
              label: `${number(grade)} ★`,
              count: summary && number(summary.byRating[grade]),
            })),
          ]}
        />
      )}
      <Await
        of={state}
        onRetry={() => void commentsResource.refetch(filter)}
        failed={t('comments.failed')}
        skeleton={<Skeleton cards={2} />}
        empty={
          isWriting ? (
            <p className="muted">{t('comments.none')}</p>
          ) : (
            <div style={middle}>
              <Empty
                icon={MessageSquareText}
                title={t(shown === unanswered ? 'comments.none_unanswered' : 'comments.none')}
                text={shown === all ? t('comments.none_text') : undefined}
              />
            </div>
          )
        }
      >
        {({ list, nextCursor }) => (
          <>
            <ul className="card list">
              {list.map((one) => (
                <CommentCard
                  key={one.id}
                  comment={one}
                  shopName={shopName}
                  ofMany={!id}
                  isNext={shown === unanswered && one === list.find(({ reply }) => !reply)}
                />
              ))}
            </ul>
            {nextCursor && <LoadMore load={() => commentsResource.more(filter)} />}
          </>
        )}
      </Await>
    </>
  );
  if (isWriting)
    return (
      <>
        <OrderHead title={t('orders.comments')} back={paths.order.href({ id })} no={id} />
        <CommentForm orderId={id} shopName={shopName} above={content} />
      </>
    );
  const write = (
    <Button kind="primary" block onClick={() => setOpened(true)}>
      {t('comments.write')}
    </Button>
  );
  return (
    <OrderLayout title={t('orders.comments')} id={id} action={canWrite && write}>
      <div className="stack">{content}</div>
    </OrderLayout>
  );
}

/** The mean of the stars; without a rating there is none. */
function Summary({ of: { average } }: { of: CommentSummary }) {
  if (average == null) return <p className="muted">{t('common.no_value')}</p>;
  return (
    <p className="row tight">
      <strong>
        <Amount>{number(average)}</Amount>
      </strong>
      <Stars value={average} text={number(average)} />
    </p>
  );
}

/** Words alone stand in the middle of the free height. */
const middle = { display: 'grid', alignContent: 'center', minBlockSize: '60dvh' } as const;
