import { NativePromise } from '../captured.ts';
import { type BridgeCode, BridgeError, hostCodes } from '../errors.ts';
import { isToken } from '../is-token.ts';
import type { MethodName } from '../protocol.ts';
import type { Incoming, Untrusted } from '../read-message.ts';
import type { Timers } from '../timers.ts';

/** Methods that a person completes may take ten minutes; those that a host completes alone may not. */
const slow = /File|scan|share|close/;

const isText = (value: unknown): boolean => typeof value === 'string';

/** Checks of what a result must contain; a result that fails its check counts as no answer. */
const results: { readonly [method: string]: (result: Untrusted) => boolean } = {
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

/** Creates the map of open requests. Each leaves it exactly once: by its answer, its time-out, or with all others. */
export const createPending = (timers: Timers) => {
  const open = new Map<unknown, Request>();
  let lastId = 0;

  const remove = (id: unknown): Request | undefined => {
    const request = open.get(id);
    timers.clear(request?.timer);
    open.delete(id);
    return request;
  };
  const fail = (id: unknown, code: BridgeCode, message?: unknown): void => {
    const request = remove(id);
    request?.reject(new BridgeError(code, `${request.method}: ${message || code}`));
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
    /** Settles the request of an answer; returns its method if the answer was a success. */
    answer: ({ id, r, e }: Incoming): MethodName | undefined => {
      const method = open.get(id)?.method;
      if (e || results[`${method}`]?.(r) === false) {
        fail(id, hostCodes.find((code) => code === e?.code) ?? 'failed', e?.message);
        return;
      }
      remove(id)?.resolve(r as never);
      return method;
    },
    failAll: (code: BridgeCode): void => {
      for (const id of open.keys()) fail(id, code);
    },
  };
};
