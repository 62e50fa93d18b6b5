import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { parcelStatuses, scanCodes } from '../../../contract/status.ts';
import { isTimeZone } from '../../../lang/intl.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { refuse } from '../../platform/refuse.ts';
import { idOf } from '../../shops/find-rows.ts';
import { type CarrierRow, isTrackingUrl, publishCarrier, withdrawCarrier } from '../logistics/carriers.ts';
import { type ParcelStatus, type ScanCode, stateOf } from '../logistics/logistics.ts';
import type { OrderRow } from '../model/order-row.ts';
import { codedScan, deliver, loseParcel, type ScanReport, scanParcel, ship } from './parcel.ts';

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
  'time-zone': v.optional(v.pipe(text, v.check(isTimeZone)), 'UTC'),
  at: v.optional(
    v.pipe(
      text,
      v.isoTimestamp(),
      v.transform((typed) => new Date(typed)),
    ),
  ),
};
const placeOf = (input: { place: string; 'time-zone': string; at?: Date }) => ({
  place: input.place,
  timeZone: input['time-zone'],
  at: input.at,
});

const url = v.pipe(text, v.check(isTrackingUrl));
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
    throw refuse(codes.invalidParameter, { field: 'code', message: 'Give --code or --text, not both.' });
  return { text, status };
}

export const parcelDecisions = {
  ship: defineDecision(
    'The carrier has accepted the parcel from the supplier.',
    { order: text, carrier: v.optional(text, 'Meridian Post'), tracking: v.optional(text), ...where },
    async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const trackingNo = input.tracking ?? `MP${orderId.slice(-10).toUpperCase()}`;
      const scan = { ...placeOf(input), ...codedScan('picked_up') };
      return summary(await ship(deps, orderId, { actor, carrier: input.carrier, trackingNo, scan }));
    },
  ),

  scan: defineDecision(
    "A scan of a parcel on its way: a code, which every merchant reads in their language, or the carrier's own text with the state it means.",
    {
      order: text,
      code: v.optional(v.picklist(underway)),
      text: v.optional(text),
      status: v.optional(v.picklist(onTheWay), 'in_transit'),
      ...where,
    },
    async (deps, input) => {
      const scan = { ...placeOf(input), ...reportOf(input) };
      return summary(await scanParcel(deps, await idOf(deps.db, 'order', input.order), scan));
    },
  ),

  exception: defineDecision(
    'The carrier reports trouble with a parcel; the merchant is told.',
    { order: text, code: v.optional(v.picklist(problems)), text: v.optional(text), ...where },
    async (deps, input) => {
      const scan = { ...placeOf(input), ...reportOf({ ...input, status: 'exception' }) };
      return summary(await scanParcel(deps, await idOf(deps.db, 'order', input.order), scan));
    },
  ),

  lost: defineDecision(
    'The parcel is lost: the buyer is refunded in full, and the supplier bears the purchase cost.',
    { order: text, reason: text, ...where },
    async (deps, input, actor) => {
      const scan = { ...placeOf(input), text: input.reason, status: 'exception' as const };
      return summary(await loseParcel(deps, await idOf(deps.db, 'order', input.order), { actor, scan }));
    },
  ),

  deliver: defineDecision(
    "The carrier's delivered event.",
    { order: text, ...where },
    async (deps, input, actor) => {
      const scan = { ...placeOf(input), ...codedScan('delivered') };
      return summary(await deliver(deps, await idOf(deps.db, 'order', input.order), actor, scan));
    },
  ),

  'carrier-publish': defineDecision(
    'Adds a carrier, with the link to its own page on a parcel: https, with {no} for the number; or changes the link of one that is there, without --url takes it away.',
    { name: text, url: v.optional(url) },
    async (deps, input) => shown(await publishCarrier(deps, input.name, input.url ?? null)),
  ),

  'carrier-withdraw': defineDecision(
    'Takes a carrier out of use: no more parcels, and no word about those it has.',
    { name: text },
    async (deps, input) => shown(await withdrawCarrier(deps, input.name)),
  ),
};
