import type { Deps } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { type EventData, type EventKind, webhookOutbox } from '../../schema/webhooks.ts';

/** Something that happened in a shop, with the ids and numbers of what it is about. */
export interface HappenedEvent {
  kind: EventKind;
  shopId: string;
  data: EventData;
}

/**
 * Stores an event for other systems, in the transaction of what happened. It takes no lock, so it may stand anywhere in
 * the transaction.
 * @example await recordEvent(deps, { kind: 'order.to_ship', shopId, data: { order: id, no } });
 */
export async function recordEvent(
  { db: tx, clock, random }: Deps,
  { kind, shopId, data }: HappenedEvent,
): Promise<void> {
  await tx.insert(webhookOutbox).values({ id: newId(random, 'evt'), shopId, kind, data, at: clock.now() });
}
