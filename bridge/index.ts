// The guest's public surface. What a host needs is in host.ts; the URL hand-over is a separate file,
// as it runs before everything else.

export type { BridgeCode, HostCode } from './errors.ts';
export { BridgeError } from './errors.ts';
export { connect } from './guest/connect.ts';
export type { ConnectOptions, Guest, Ready } from './guest/guest-api.ts';
export type * from './protocol.ts';
export type { Timers } from './timers.ts';
export type { HostObject } from './transport/mount.ts';
export type { Receive, Transport, TransportName } from './transport/transport.ts';
