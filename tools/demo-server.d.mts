export interface DemoServer {
  url: string;
  /** What the server has written so far. */
  output(): string;
  /** Calls it and answers the envelope's `data`; throws its code and words where it refuses. */
  ask(path: string, input: object, token?: string): Promise<unknown>;
  /** A new session of the demo's merchant. */
  signIn(): Promise<string>;
  stop(): Promise<void>;
}

export function serveDemo(env?: Record<string, string>): Promise<DemoServer>;
