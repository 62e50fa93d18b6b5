import { signal } from '@preact/signals';
import type { Input, Output } from '../contract/calls.ts';
import { HOME_ACTS } from '../contract/counts.ts';
import { call } from './api.ts';
import { lastVisit } from './last-visit.ts';
import { personal } from './person.ts';
import { resource } from './resource.ts';

export type Today = Output<'POST /v1/today'>;

/** The rows that the first screen has room for. */
export const firstActs = { limit: HOME_ACTS };

/** How many acts wait, by the newest answer that says so; undefined on a server without `today`. */
export const actCount = personal<number | undefined>(undefined);

export const lastToday = lastVisit<Today>('today');

/** What waits for the merchant; only where the server names the feature `today`. */
export const todayResource = resource<Input<'POST /v1/today'>, Today>(
  async (input, signal) => {
    const today = await call('POST /v1/today', input, { signal, quiet: true });
    actCount.value = today.total;
    return input.limit === firstActs.limit ? lastToday.keep(today) : today;
  },
  { initial: ({ limit }) => (limit === firstActs.limit ? lastToday.read() : undefined) },
);

/** How many screens show what waits: then news is asked for without longer and longer pauses. */
export const todayScreens = signal(0);

/** Counts a screen that shows what waits, until the function that it returns is called. */
export function showToday(): () => void {
  todayScreens.value++;
  return () => {
    todayScreens.value--;
  };
}
