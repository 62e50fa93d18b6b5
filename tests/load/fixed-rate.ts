import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Shot {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Hit {
  /** From the moment at which it was due, in milliseconds: what waited to be sent has waited. */
  ms: number;
  /** That moment, in milliseconds since the first was due. */
  due: number;
  /** 0 where no answer came. */
  status: number;
  /** The answer, or what went wrong; null for an answer with code 200. */
  fault: string | null;
  shot: Shot;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

const isGood = (status: number, text: string): boolean => status === 200 && text.startsWith('{"code":200,');

const fire = (url: string, shot: Shot, { began, due }: { began: number; due: number }): Promise<Hit> =>
  new Promise((resolve) => {
    const { path, headers, body } = shot;
    const end = (status: number, text: string) =>
      resolve({
        ms: performance.now() - began - due,
        due,
        status,
        // Good answers are not kept: those of ten minutes would fill the memory.
        fault: isGood(status, text) ? null : text,
        shot,
      });
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const asked = request(`${url}${path}`, { method: 'POST', headers: { ...headers, ...length }, agent });
    asked.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.on('end', () => end(answer.statusCode ?? 0, text));
    });
    asked.on('error', (error) => end(0, error.message)).end(body);
  });

/** Sends so many requests a second for so long, each at its own time, whether or not those before were answered. */
export const atRate = async (
  url: string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  next: () => Shot,
): Promise<Hit[]> => {
  const began = performance.now();
  const hits: Promise<Hit>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = (1000 * n) / perSecond;
    const early = began + due - performance.now();
    if (early > 0) await pause(early);
    hits.push(fire(url, next(), { began, due }));
  }
  return Promise.all(hits);
};

/** The value that this share of all lies under. */
export const quantile = (hits: Hit[], share: number): number => {
  const sorted = hits.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};

/** The answers that were not good ones, each with its path. */
export const faultsOf = (hits: Hit[]): string[] =>
  hits.flatMap(({ status, fault, shot }) => (fault === null ? [] : [`${shot.path}: ${status} ${fault}`]));
