import { NativePromise } from '../captured.ts';
import { type BridgeCode, BridgeError, hostCodes } from '../errors.ts';
import { isToken } from '../is-token.ts';
import type { MethodName } from '../protocol.ts';
import type { Bare, Incoming } from '../read-message.ts';
import type { Timers } from './guest-api.ts';

/** What a person does may take ten minutes; what a host does by itself may not. */
const slow = /File|scan|share|close/;

const isText = (value: unknown): boolean => typeof value === 'string';

/** What an answer must have; one without it is none. */
const results: { readonly [method: string]: (result: Bare) => boolean } = {
  token: ({ token }) => isToken(token),
  scan: ({ text }) => isText(text),
  pickFile: ({ name, type, base64 }) => [name, type, base64].every(isText),
};

interface Request {
  readonly method: MethodName;
  readonly resolve: (result: never) => void;
  readonly reject: (error: BridgeError) => void;
  readonly timer: unknown;
}

/** The open requests. Each leaves exactly once: by its answer, its time-out, or with all the others. */
export const createPending = (timers: Timers) => {
  const open = new Map<unknown, Request>();
  let lastId = 0;

  const take = (id: unknown): Request | undefined => {
    const request = open.get(id);
    timers.clear(request?.timer);
    open.delete(id);
    return request;
  };
  const fail = (id: unknown, code: BridgeCode, word?: unknown): void => {
    const request = take(id);
    request?.reject(new BridgeError(code, `${request.method}: ${word || code}`));
  };

  return {
    fail,
    method: (id: unknown): MethodName | undefined => open.get(id)?.method,
    add: (method: MethodName): { id: number; answer: Promise<never> } => {
      lastId += 1;
      const id = lastId;
      const timer = timers.set(() => fail(id, 'timeout'), slow.test(method) ? 600_000 : 8_000);
      const answer = new NativePromise<never>((resolve, reject) => {
        open.set(id, { method, resolve, reject, timer });
      });
      return { id, answer };
    },
    /** Says which method was answered, if it was answered well. */
    answer: ({ id, r, e }: Incoming): MethodName | undefined => {
      const method = open.get(id)?.method;
      if (e || results[`${method}`]?.(r) === false) {
        fail(id, hostCodes.find((code) => code === e?.code) ?? 'failed', e?.message);
        return;
      }
      take(id)?.resolve(r as never);
      return method;
    },
    failAll: (code: BridgeCode): void => {
      for (const id of open.keys()) fail(id, code);
    },
  };
};
