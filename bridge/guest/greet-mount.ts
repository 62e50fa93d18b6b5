import { type HostObject, mountTransport } from '../transport/mount.ts';
import { greetBy } from './greeting.ts';
import type { PageOptions } from './guest-api.ts';

/** Greets the host object that a page gave to `mount`. */
export const greet = ({ host, ...options }: PageOptions & { host: HostObject }) =>
  greetBy(mountTransport(host), options);
