import * as v from 'valibot';
import { count, time } from '../../platform/decisions/output-types.ts';
import { type EventData, type EventKind, eventKinds } from '../../schema/webhooks.ts';

type Audience = 'supplier' | 'finance' | 'support' | 'host';

/** Makes a kind of which a read has what it is about. */
const kindOf =
  (read: string, field: string, ids: readonly string[]) =>
  (audience: Audience): KindRow => ({
    audience,
    data: v.object(Object.fromEntries([...ids, 'shop', 'link'].map((name) => [name, v.string()]))),
    linkOf: (data) => `/ops/${read}?${new URLSearchParams({ [field]: data[field] ?? '' })}`,
  });

const ofOrder = kindOf('order', 'order', ['order', 'no']);

interface KindRow {
  /** Who acts on it. */
  audience: Audience;
  data: v.GenericSchema;
  /** Returns the address of the read of what it is about. Without it the event was stored with its link. */
  linkOf?(data: EventData): string;
}

const kindRows: Record<EventKind, KindRow> = {
  'order.to_ship': ofOrder('supplier'),
  'order.cancelled': ofOrder('supplier'),
  'order.settled': ofOrder('finance'),
  'withdrawal.to_pay': kindOf('withdrawals', 'withdrawal', ['withdrawal', 'no'])('finance'),
  'case.to_review': kindOf('cases', 'case', ['case', 'order', 'no'])('support'),
  'appeal.to_answer': kindOf('appeals', 'appeal', ['appeal', 'no'])('support'),
  'feedback.to_answer': kindOf('feedback', 'feedback', ['feedback', 'no'])('support'),
  'merchant.to_act': {
    audience: 'host',
    data: v.object({
      user: v.string(),
      notice: v.string(),
      badge: count,
      shop: v.string(),
      link: v.string(),
    }),
  },
};

export const kindsFor = (audience: Audience): EventKind[] =>
  eventKinds.filter((kind) => kindRows[kind].audience === audience);

/** Returns the data of an event with its link. */
export const linkedData = (kind: EventKind, data: EventData): EventData => {
  const link = kindRows[kind].linkOf?.(data);
  return link === undefined ? data : { ...data, link };
};

/** Returns the type of an event in the feed of some kinds. */
export const feedEvent = (kinds: readonly EventKind[]) =>
  v.variant(
    'type',
    kinds.map((kind) =>
      v.object({
        position: count,
        id: v.string(),
        type: v.literal(kind),
        timestamp: time,
        data: kindRows[kind].data as v.GenericSchema<object>,
      }),
    ),
  );
