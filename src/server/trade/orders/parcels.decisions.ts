import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { parcelStatuses } from '../../../contract/status.ts';
import { isTimeZone } from '../../../lang/intl.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { merchantText, text } from '../../platform/decisions/flag-types.ts';
import { idOf } from '../../shops/find-rows.ts';
import {
  addCarrier,
  type CarrierRow,
  editCarrier,
  isTrackingUrl,
  retireCarrier,
} from '../logistics/carriers.ts';
import type { OrderRow } from '../model/order-row.ts';
import { deliver, loseParcel, scanParcel, ship } from './parcel.ts';

const summary = (order: OrderRow) => ({
  id: order.id,
  no: order.no,
  status: order.status,
  carrier: order.carrier,
  tracking: order.trackingNo,
  amount: formatMoney(order.amount),
  dueAt: order.dueAt?.toISOString() ?? null,
});

const shown = ({ name, trackingUrl, retiredAt }: CarrierRow) => ({
  name,
  url: trackingUrl,
  retiredAt: retiredAt?.toISOString() ?? null,
});

// The optional flags of a scan; its place has its own time zone.
const where = {
  place: v.optional(merchantText, 'Sorting centre'),
  'time-zone': v.optional(v.pipe(text, v.check(isTimeZone)), 'UTC'),
  at: v.optional(
    v.pipe(
      text,
      v.isoTimestamp(),
      v.transform((typed) => new Date(typed)),
    ),
  ),
};
const placeOf = (input: { place: string; 'time-zone': string; at?: Date | undefined }) => ({
  place: input.place,
  timeZone: input['time-zone'],
  at: input.at,
});

const url = v.pipe(text, v.check(isTrackingUrl));
const onTheWay = parcelStatuses.filter((status) => status !== 'delivered');

export const parcelDecisions = {
  ship: defineDecision(
    'The carrier has accepted the parcel from the supplier.',
    { order: text, carrier: v.optional(merchantText, 'Meridian Post'), tracking: v.optional(text), ...where },
    async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const trackingNo = input.tracking ?? `MP${orderId.slice(-10).toUpperCase()}`;
      const scan = { ...placeOf(input), text: 'Accepted by the carrier', status: 'in_transit' as const };
      return summary(await ship(deps, orderId, { actor, carrier: input.carrier, trackingNo, scan }));
    },
  ),

  scan: defineDecision(
    'A scan of a parcel on its way, and what it means for the parcel.',
    {
      order: text,
      text: v.optional(merchantText, 'Arrived at the sorting centre'),
      status: v.optional(v.picklist(onTheWay), 'in_transit'),
      ...where,
    },
    async (deps, input) => {
      const scan = { ...placeOf(input), text: input.text, status: input.status };
      return summary(await scanParcel(deps, await idOf(deps.db, 'order', input.order), scan));
    },
  ),

  exception: defineDecision(
    'The carrier reports trouble with a parcel; the merchant is told.',
    { order: text, text: merchantText, ...where },
    async (deps, input) => {
      const scan = { ...placeOf(input), text: input.text, status: 'exception' as const };
      return summary(await scanParcel(deps, await idOf(deps.db, 'order', input.order), scan));
    },
  ),

  lost: defineDecision(
    'The parcel is lost: the buyer is refunded in full, and the supplier bears the purchase cost.',
    { order: text, reason: merchantText, ...where },
    async (deps, input, actor) => {
      const scan = { ...placeOf(input), text: input.reason, status: 'exception' as const };
      return summary(await loseParcel(deps, await idOf(deps.db, 'order', input.order), { actor, scan }));
    },
  ),

  deliver: defineDecision(
    "The carrier's delivered event.",
    { order: text, ...where },
    async (deps, input, actor) => {
      const scan = { ...placeOf(input), text: 'Delivered', status: 'delivered' as const };
      return summary(await deliver(deps, await idOf(deps.db, 'order', input.order), actor, scan));
    },
  ),

  'carrier-add': defineDecision(
    'Adds a carrier, with the link to its own page on a parcel: https, with {no} for the number.',
    { name: merchantText, url: v.optional(url) },
    async (deps, input) => shown(await addCarrier(deps, input.name, input.url ?? null)),
  ),

  'carrier-edit': defineDecision(
    "Changes the link to a carrier's own page, or takes it away.",
    { name: merchantText, url: v.optional(url) },
    async (deps, input) => shown(await editCarrier(deps, input.name, input.url ?? null)),
  ),

  'carrier-retire': defineDecision(
    'Takes a carrier out of use: no more parcels, and no word about those it has.',
    { name: merchantText },
    async (deps, input) => shown(await retireCarrier(deps, input.name)),
  ),
};
