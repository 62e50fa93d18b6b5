import { and, eq, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/context.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { count, time } from '../../platform/decisions/output-types.ts';
import { newId } from '../../platform/ids.ts';
import { isLoopback, literalHost } from '../../platform/post-outside.ts';
import { isPublicAddress } from '../../platform/public-address.ts';
import { refuse } from '../../platform/refuse.ts';
import { eventKinds, webhookEndpoints, webhookLanes } from '../../schema/webhooks.ts';
import { shopIdOf } from '../find-rows.ts';
import { endpointSecret } from './endpoint-secret.ts';
import { replay } from './lanes.ts';

type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** Every round asks each of them for what is due. */
const maxEndpoints = 20;

/** Returns why events cannot be posted to an address; null where they can. Its name is looked up when they are. */
function urlFault(typed: string, { demo }: Pick<Config, 'demo'>): string | null {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (!url) return 'is no address; write it like https://supplier.example/souk';
  if (demo && isLoopback(url) && ['http:', 'https:'].includes(url.protocol)) return null;
  if (url.protocol !== 'https:') return 'is not encrypted; write https://';
  if (url.username || url.password)
    return 'has a user or a password, which would be written to logs; the signature shows who sends';
  if (url.hash) return 'has a #, which is never sent; leave it out';
  const literal = literalHost(url);
  if (isLoopback(url) || (literal && !isPublicAddress(literal)))
    return 'leads into a private network; read the feed from there (events)';
  return null;
}

function requireUrl(config: Config, typed: string): void {
  const fault = urlFault(typed, config);
  if (fault)
    throw refuse(codes.invalidParameter, { field: 'url', reason: 'url', message: `"url": this ${fault}.` });
}

const endpointsOpen = isNull(webhookEndpoints.endedAt);

async function requireRoom({ db }: Deps): Promise<void> {
  const [row] = await db
    .select({ open: sql<number>`count(*)::int` })
    .from(webhookEndpoints)
    .where(endpointsOpen);
  if ((row?.open ?? 0) < maxEndpoints) return;
  throw refuse(codes.addFailed, {
    reason: 'too_many',
    message: `There are ${maxEndpoints} endpoints; end one by webhook-end first.`,
  });
}

async function endpointOf({ db }: Deps, id: string): Promise<EndpointRow> {
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), endpointsOpen));
  if (!row)
    throw refuse(codes.recordNotFound, {
      field: 'endpoint',
      message: `"endpoint": there is no open endpoint of this id; webhooks lists them.`,
    });
  return row;
}

const kinds = v.pipe(v.array(v.picklist(eventKinds)), v.minLength(1), v.maxLength(eventKinds.length));

export const webhookDecisions = {
  'webhook-add': defineDecision({
    about: `Posts events to an address of another system, signed by the secret that is shown here and nowhere else. \`kinds\` are some of ${eventKinds.join(', ')}.`,
    on: 'event',
    roles: ['lead'],
    weight: 'plain',
    secretReply: true,
    input: { url: text, kinds },
    output: v.object({
      endpoint: v.string(),
      url: v.string(),
      kinds: v.array(v.picklist(eventKinds)),
      secret: v.string(),
    }),
    run: async (deps, input, actor) => {
      const { url } = input;
      requireUrl(deps.config, url);
      await requireRoom(deps);
      const endpoint = newId(deps.random, 'whe');
      const kinds = [...new Set(input.kinds)];
      const createdAt = deps.clock.now();
      await deps.db.insert(webhookEndpoints).values({ id: endpoint, url, kinds, actor, createdAt });
      return { endpoint, url, kinds, secret: await endpointSecret(deps, endpoint) };
    },
  }),

  'webhook-end': defineDecision({
    about: 'Ends an endpoint: nothing more is posted there, and what waited for it is dropped.',
    on: 'event',
    roles: ['lead'],
    weight: 'plain',
    input: { endpoint: text },
    output: v.object({ endpoint: v.string(), endedAt: time }),
    run: async (deps, { endpoint }, actor) => {
      const { id } = await endpointOf(deps, endpoint);
      const endedAt = deps.clock.now();
      await deps.db
        .update(webhookEndpoints)
        .set({ endedAt, endedBy: actor })
        .where(eq(webhookEndpoints.id, id));
      await deps.db.delete(webhookLanes).where(eq(webhookLanes.endpointId, id));
      return { endpoint: id, endedAt: endedAt.toISOString() };
    },
  }),

  'webhook-replay': defineDecision({
    about:
      'Sends the dead letters of an endpoint again, of `shop` or of all, in their order and before what is newer; what waits after a failure is tried at once.',
    on: 'event',
    roles: ['lead'],
    weight: 'plain',
    key: 'optional',
    input: { endpoint: text, shop: v.optional(text) },
    output: v.object({ endpoint: v.string(), shops: count }),
    run: async (deps, { endpoint, shop }) => {
      const { id } = await endpointOf(deps, endpoint);
      const shopId = shop === undefined ? undefined : await shopIdOf(deps.db, shop);
      return { endpoint: id, shops: await replay(deps, { endpointId: id, shopId }) };
    },
  }),
};
