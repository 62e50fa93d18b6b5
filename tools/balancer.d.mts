export interface Balancer {
  url: string;
  /** Sends requests to these servers from now on, in turn; pages are counted apart, so two visits meet both. */
  send(servers: readonly { url: string }[]): void;
  /** How many requests were sent to another server, as the first gave no answer. */
  resent(): number;
  close(): Promise<void>;
}

export function startBalancer(prefix?: string): Promise<Balancer>;
