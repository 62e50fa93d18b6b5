import { type HostObject, mountTransport } from '../transport/mount.ts';
import { greetBy } from './greeting.ts';
import type { PageOptions } from './guest-api.ts';
import { readFirst } from './read-first.ts';

/** Greets the host object that a page gave to `mount`. */
export const greet = ({ host, ...options }: PageOptions & { host: HostObject }) =>
  greetBy(mountTransport(host), options, readFirst);

export { noteFailed } from './note-failed.ts';
