import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { codes } from '../../../src/contract/errors.ts';
import type { Operation } from './operations.ts';

/** The final answer to a client, which does not change any more. */
export interface FinalAnswer {
  code: number;
  text: string;
  /** How often it had to be sent. */
  tries: number;
}

const patience = 15_000;
// Longer than any restart takes.
const most = 200;

const send = (url: string, { call, key, body, merchant }: Operation): Promise<string> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      authorization: merchant.token,
      'idempotency-key': key,
      connection: 'close',
    };
    const asked = request(`${url}/api${call}`, { method: 'POST', headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve(text)).on('error', reject);
    });
    asked.setTimeout(patience, () => asked.destroy(new Error('no answer')));
    asked.on('error', reject).end(text);
  });

const passing = new Set<number>([codes.systemBusy, codes.operationBusy]);

const finalIn = (text: string): number | null => {
  const { code } = JSON.parse(text) as { code: number };
  return passing.has(code) ? null : code;
};

/**
 * Sends a command under its one key until the server has answered with its result.
 * @throws Error when there is no result after many tries
 */
export const sendUntilFinal = async (
  url: string,
  operation: Operation,
  chance: () => number,
  tryTimes = most,
): Promise<FinalAnswer> => {
  for (let tries = 1; tries <= tryTimes; tries++) {
    const text = await send(url, operation).catch(() => null);
    const code = text === null ? null : finalIn(text);
    if (text !== null && code !== null) return { code, text, tries };
    await pause(Math.min(20 * tries, 500) * (0.5 + chance()));
  }
  throw new Error(`${operation.call} was sent ${tryTimes} times and never answered`);
};
