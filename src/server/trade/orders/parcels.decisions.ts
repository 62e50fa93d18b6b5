import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { orderStatuses, parcelStatuses, scanCodes } from '../../../contract/status.ts';
import { isTimeZone } from '../../../lang/intl.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { moment, text } from '../../platform/decisions/flag-types.ts';
import { maybeText, maybeTime, money } from '../../platform/decisions/output-types.ts';
import { refuse } from '../../platform/refuse.ts';
import { idOf } from '../../shops/find-rows.ts';
import { type CarrierRow, isTrackingUrl, publishCarrier, withdrawCarrier } from '../logistics/carriers.ts';
import { type ParcelStatus, type ScanCode, stateOf } from '../logistics/logistics.ts';
import type { OrderRow } from '../model/order-row.ts';
import { codedScan, deliver, loseParcel, type ScanReport, scanParcel, ship } from './parcel.ts';

const parcelState = v.object({
  id: v.string(),
  no: v.string(),
  status: v.picklist(orderStatuses),
  carrier: maybeText,
  tracking: maybeText,
  amount: money,
  dueAt: maybeTime,
});

const carrierState = v.object({ name: v.string(), url: maybeText, withdrawnAt: maybeTime });

const summary = (order: OrderRow) => ({
  id: order.id,
  no: order.no,
  status: order.status,
  carrier: order.carrier,
  tracking: order.trackingNo,
  amount: formatMoney(order.amount),
  dueAt: order.dueAt?.toISOString() ?? null,
});

const shown = ({ name, trackingUrl, withdrawnAt }: CarrierRow) => ({
  name,
  url: trackingUrl,
  withdrawnAt: withdrawnAt?.toISOString() ?? null,
});

// The optional flags of a scan; its place, a code of section `place` or the carrier's own text, has its own time zone.
const where = {
  place: v.optional(text, 'sorting_centre'),
  timeZone: v.optional(v.pipe(text, v.check(isTimeZone, 'write a time zone like "Europe/Istanbul"')), 'UTC'),
  at: v.optional(moment),
};
const placeOf = (input: { place: string; timeZone: string; at?: Date }) => ({
  place: input.place,
  timeZone: input.timeZone,
  at: input.at,
});

const url = v.pipe(
  text,
  v.check(isTrackingUrl, 'write https:// with {no} once behind the host, like "https://post.example/{no}"'),
);
const onTheWay = parcelStatuses.filter((status) => status !== 'delivered');
const underway = scanCodes.filter((code) => code !== 'delivered');
const problems = scanCodes.filter((code) => stateOf(code) === 'exception');

/** Returns what a scan reports: a code, or the carrier's own words with the state that they mean. */
function reportOf({
  code,
  text,
  status,
}: {
  code?: ScanCode;
  text?: string;
  status: ParcelStatus;
}): ScanReport {
  if (text === undefined) return codedScan(code ?? status);
  if (code !== undefined)
    throw refuse(codes.invalidParameter, { field: 'code', message: 'Give "code" or "text", not both.' });
  return { text, status };
}

export const parcelDecisions = {
  ship: defineDecision({
    about: 'The carrier has accepted the parcel from the supplier.',
    on: 'order',
    roles: ['supplier', 'carrier'],
    weight: 'plain',
    codes: [435],
    input: { order: text, carrier: text, tracking: text, ...where },
    output: parcelState,
    run: async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const scan = { ...placeOf(input), ...codedScan('picked_up') };
      const { carrier, tracking: trackingNo } = input;
      return summary(await ship(deps, orderId, { actor, carrier, trackingNo, scan }));
    },
  }),

  scan: defineDecision({
    about:
      "A scan of a parcel on its way: a code, which every merchant reads in their language, or the carrier's own text with the state it means.",
    on: 'order',
    roles: ['carrier'],
    weight: 'plain',
    input: {
      order: text,
      code: v.optional(v.picklist(underway)),
      text: v.optional(text),
      status: v.optional(v.picklist(onTheWay), 'in_transit'),
      ...where,
    },
    output: parcelState,
    run: async (deps, input) => {
      const scan = { ...placeOf(input), ...reportOf(input) };
      return summary(await scanParcel(deps, await idOf(deps.db, 'order', input.order), scan));
    },
  }),

  exception: defineDecision({
    about: 'The carrier reports trouble with a parcel; the merchant is notified.',
    on: 'order',
    roles: ['carrier'],
    weight: 'plain',
    input: { order: text, code: v.optional(v.picklist(problems)), text: v.optional(text), ...where },
    output: parcelState,
    run: async (deps, input) => {
      const scan = { ...placeOf(input), ...reportOf({ ...input, status: 'exception' }) };
      return summary(await scanParcel(deps, await idOf(deps.db, 'order', input.order), scan));
    },
  }),

  lost: defineDecision({
    about: 'The parcel is lost: the buyer is refunded in full, and the supplier bears the purchase cost.',
    on: 'order',
    roles: ['carrier'],
    weight: 'pays',
    input: { order: text, reason: text, ...where },
    output: parcelState,
    run: async (deps, input, actor) => {
      const scan = { ...placeOf(input), text: input.reason, status: 'exception' as const };
      return summary(await loseParcel(deps, await idOf(deps.db, 'order', input.order), { actor, scan }));
    },
  }),

  deliver: defineDecision({
    about: "The carrier's delivered event.",
    on: 'order',
    roles: ['carrier'],
    weight: 'plain',
    input: { order: text, ...where },
    output: parcelState,
    run: async (deps, input, actor) => {
      const scan = { ...placeOf(input), ...codedScan('delivered') };
      return summary(await deliver(deps, await idOf(deps.db, 'order', input.order), actor, scan));
    },
  }),

  'carrier-publish': defineDecision({
    about:
      'Adds a carrier, with the link to its own page on a parcel: https, with {no} for the number; or changes the link of one that is there, without `url` takes it away.',
    on: 'carrier',
    roles: ['carrier'],
    weight: 'plain',
    codes: [433, 434],
    input: { name: text, url: v.optional(url) },
    output: carrierState,
    run: async (deps, input) => shown(await publishCarrier(deps, input.name, input.url ?? null)),
  }),

  'carrier-withdraw': defineDecision({
    about: 'Takes a carrier out of use: no more parcels, and no word about those it has.',
    on: 'carrier',
    roles: ['carrier'],
    weight: 'plain',
    input: { name: text },
    output: carrierState,
    run: async (deps, input) => shown(await withdrawCarrier(deps, input.name)),
  }),
};
