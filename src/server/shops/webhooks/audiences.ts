import { type EventKind, eventKinds } from '../../schema/webhooks.ts';

type Audience = 'supplier' | 'finance' | 'support';

/** Who acts on an event of each kind. */
const audienceOf: Record<EventKind, Audience> = {
  'order.to_ship': 'supplier',
  'order.cancelled': 'supplier',
  'order.settled': 'finance',
  'withdrawal.to_pay': 'finance',
  'case.to_review': 'support',
  'appeal.to_answer': 'support',
  'feedback.to_answer': 'support',
};

export const kindsFor = (audience: Audience): EventKind[] =>
  eventKinds.filter((kind) => audienceOf[kind] === audience);
