import type { Case } from './driver.ts';
import { events } from './events.ts';
import { handshake } from './handshake.ts';
import { notes } from './notes.ts';
import { requests } from './requests.ts';
import { strangers } from './strangers.ts';
import { webHost } from './web-host.ts';

/** What holds on every channel. */
export const cases: readonly Case[] = [
  ...handshake,
  ...requests,
  ...events,
  ...notes,
  ...strangers,
  ...webHost,
];
