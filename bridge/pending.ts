import { type BridgeCode, BridgeError, hostCodes } from './errors.ts';
import type { Timers } from './guest-api.ts';
import { isToken } from './is-token.ts';
import type { MethodName } from './protocol.ts';
import type { Bare, Incoming } from './read-message.ts';

/** What a person does may take ten minutes; what a host does by itself may not. */
const slow: readonly MethodName[] = ['pickFile', 'scan', 'share', 'saveFile', 'close'];
export const answerWithin = (method: MethodName): number => (slow.includes(method) ? 600_000 : 8_000);

const texts: { readonly [M in MethodName]?: readonly string[] } = {
  scan: ['text'],
  pickFile: ['name', 'type', 'base64'],
};
const isResult = (method: MethodName, result: Bare): boolean =>
  method === 'token'
    ? isToken(result.token)
    : (texts[method] ?? []).every((key) => typeof result[key] === 'string');

interface Request {
  readonly method: MethodName;
  readonly resolve: (result: Bare) => void;
  readonly reject: (error: BridgeError) => void;
  readonly timer: unknown;
}

/** The open requests. Each leaves exactly once: by its answer, its time-out, or with all the others. */
export const createPending = (timers: Timers) => {
  const open = new Map<unknown, Request>();

  const take = (id: unknown): Request | undefined => {
    const request = open.get(id);
    timers.clear(request?.timer);
    open.delete(id);
    return request;
  };
  const fail = (id: unknown, code: BridgeCode, message?: string): void => {
    const request = take(id);
    request?.reject(
      new BridgeError(code, message ?? `The host gave no answer to "${request.method}": ${code}.`),
    );
  };

  return {
    fail,
    has: (id: unknown): boolean => open.has(id),
    add: (id: number, method: MethodName, resolve: Request['resolve'], reject: Request['reject']): void => {
      const timer = timers.set(() => fail(id, 'timeout'), answerWithin(method));
      open.set(id, { method, resolve, reject, timer });
    },
    /** Settles the request an answer belongs to, and says which method that was if it went well. */
    answer: ({ id, r, e }: Incoming): MethodName | undefined => {
      if (e) {
        const code = hostCodes.find((known) => known === e.code) ?? 'failed';
        fail(id, code, typeof e.message === 'string' ? e.message : undefined);
        return;
      }
      const method = open.get(id)?.method;
      if (!method) return;
      if (!isResult(method, r)) {
        fail(id, 'failed', `The host's answer to "${method}" lacks a field; see Methods in protocol.ts.`);
        return;
      }
      take(id)?.resolve(r);
      return method;
    },
    failAll: (code: BridgeCode): void => {
      for (const id of [...open.keys()]) fail(id, code);
    },
  };
};
