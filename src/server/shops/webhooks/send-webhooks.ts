import { setTimeout as pause } from 'node:timers/promises';
import { second } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { every } from '../../platform/every.ts';
import { outsidePoster, type Poster } from '../../platform/post-outside.ts';
import { endpointKey, signedHeaders } from './endpoint-secret.ts';
import { type EventRow, eventView, publishEvents } from './feed.ts';
import { dueLanes, type Lane, lanesAtOnce, nextEvents, recordFailure, recordReceived } from './lanes.ts';

// A supplier learns of a paid order within this and the time of a request.
const roundEvery = second / 2;
// A lane with a backlog gives way to the other lanes of its endpoint.
const perVisit = 200;
// Longer than nearly every answer takes; what is cut off is sent again by the next start.
const stopTimeout = 2 * second;

interface Way {
  post: Poster['post'];
  /** Ends a request that is under way. */
  cut: AbortSignal;
  /** Lets no further request begin. */
  end: AbortSignal;
}

/** Posts one event; returns null where it was received, else what went wrong. */
async function postEvent(
  deps: Deps,
  { url, key }: { url: string; key: Buffer },
  event: EventRow,
  { post, cut }: Way,
): Promise<string | null> {
  const body = JSON.stringify(await eventView(deps, event));
  const signed = signedHeaders(key, { id: event.id, at: deps.clock.now(), body });
  return post({
    url: new URL(url),
    headers: { 'content-type': 'application/json', 'user-agent': 'Souk', ...signed },
    body,
    signal: cut,
  });
}

/** Sends the events of a lane in their order, until none is left, one fails, or others have waited long enough. */
async function sendLane(deps: Deps, lane: Lane, way: Way): Promise<void> {
  const to = { url: lane.url, key: await endpointKey(deps, lane.endpointId) };
  for (let sent = 0; sent < perVisit; ) {
    const events = await nextEvents(deps, lane);
    if (events.length === 0) return;
    for (const event of events) {
      if (way.end.aborted) return;
      const fault = await postEvent(deps, to, event, way);
      // The stop of the server is no failure of the receiver.
      if (way.cut.aborted && fault !== null) return;
      if (fault !== null) {
        await recordFailure(deps, lane, event, fault);
        deps.log.info('webhook failed', { endpoint: lane.endpointId, event: event.id, error: fault });
        return;
      }
      await recordReceived(deps, lane, event);
      sent += 1;
    }
  }
}

/** Sends what is due to the endpoints: one event of a shop at a time, several shops and endpoints at once. */
export function webhookSender(deps: Deps, poster: Poster) {
  const [end, cut] = [new AbortController(), new AbortController()];
  const way = { post: poster.post, end: end.signal, cut: cut.signal };
  const underWay = new Map<string, Promise<void>>();

  const begin = (lane: Lane, name: string) => {
    const work = sendLane(deps, lane, way)
      .catch((error) => deps.log.error('webhooks', error, { endpoint: lane.endpointId }))
      .finally(() => underWay.delete(name));
    underWay.set(name, work);
  };

  const openOf = ({ endpointId }: Lane) =>
    [...underWay.keys()].filter((name) => name.startsWith(`${endpointId} `)).length;

  return {
    /** Publishes what happened and begins to send it; does not wait for receivers. */
    async round(): Promise<void> {
      await publishEvents(deps);
      for (const lane of await dueLanes(deps)) {
        const name = `${lane.endpointId} ${lane.shopId}`;
        if (!underWay.has(name) && openOf(lane) < lanesAtOnce) begin(lane, name);
      }
    },
    /** Resolves when nothing is under way. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
    async stop(): Promise<void> {
      end.abort();
      await Promise.race([Promise.all(underWay.values()), pause(stopTimeout, undefined, { ref: false })]);
      cut.abort();
      await Promise.all(underWay.values());
      poster.close();
    },
  };
}

/** Sends events until it is stopped; see `webhookSender`. */
export function startWebhooks(deps: Deps): () => Promise<void> {
  const sender = webhookSender(deps, outsidePoster({ mayReachLoopback: deps.config.demo }));
  const endRounds = every(roundEvery, 'webhooks', deps.log, () => sender.round());
  return async () => {
    await endRounds();
    await sender.stop();
  };
}
