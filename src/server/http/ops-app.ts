import { Hono, type Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { answerRows } from '../operators/bulk/answer-rows.ts';
import {
  type DecisionRequest,
  decideOnce,
  read,
  readDecision,
  requireDecision,
  runDecision,
  tryDecision,
} from '../operators/decisions.ts';
import { holderOf, type KeyHolder } from '../operators/keys.ts';
import { forDevelopers, opsRefusals } from '../operators/ops-refusals.ts';
import { codesOf, decisions, mayUse, reads, rowOf } from '../operators/registry.ts';
import type { Deps } from '../platform/context.ts';
import { streamText } from '../platform/csv.ts';
import type { Refusal } from '../platform/refuse.ts';
import { asFault, asRefusal, failure, jsonHeaders, success } from './envelope.ts';
import { isUuid, readQuery, requireStorable } from './input.ts';
import { jsonLinesHeaders, readBulk, untilDisconnected } from './ops-bulk.ts';
import { apiHeaders } from './response-headers.ts';
import { unavailableLog } from './unavailable-log.ts';

/** Three of the largest pictures. */
const maxBodyBytes = 4_100_000;
const personName = /^[\p{L}\p{N} ._-]{1,64}$/u;

type OpsEnv = { Variables: { key: KeyHolder } };
type OpsContext = HonoContext<OpsEnv>;

/** Reads the input of a decision from the body; an empty body is an empty input. */
const readBody = async (c: OpsContext): Promise<unknown> => {
  const body = await c.req.text();
  if (body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw opsRefusals.notJson();
  }
};

/**
 * Creates `POST /ops/<decision>` and `GET /ops/<read>`, which need a valid key; without a configured key they answer
 * 404.
 */
export function createOpsApp(deps: Deps, logUnavailable = unavailableLog(deps)): Hono<OpsEnv> {
  const app = new Hono<OpsEnv>();
  const { opsKey, sessionKey } = deps.config;
  const failureText = (refusal: Refusal) => failure(refusal, 'en');
  const otherMethod = (c: OpsContext, allow: string) =>
    c.body(failureText(opsRefusals.method()), 405, { ...jsonHeaders, allow });
  app.use(apiHeaders);
  app.use(async (c, next) => {
    if (c.req.method === 'POST' || c.req.method === 'GET') return next();
    return otherMethod(c, 'GET, POST');
  });
  // The key is checked first: without it nothing more of the request is read.
  app.use(async (c, next) => {
    const sentKey = c.req.header('x-ops-key');
    const key = sentKey ? await holderOf(deps, sentKey) : null;
    if (!key && !opsKey && !sessionKey) return c.body(failureText(opsRefusals.off()), 404, jsonHeaders);
    if (!key) return c.body(failureText(opsRefusals.wrongKey(sentKey)), 401, jsonHeaders);
    c.set('key', key);
    return next();
  });

  const requireRole = ({ roles }: KeyHolder, name: string) => {
    const row = rowOf(name);
    if (row && !mayUse(roles, row)) throw opsRefusals.notForRole(name, roles);
  };

  const authorOf = (c: OpsContext): string => {
    const { holder, namesPerson } = c.get('key');
    const person = c.req.header('x-ops-by');
    if (person === undefined) return holder;
    if (!namesPerson) throw opsRefusals.authorIsKey();
    if (!personName.test(person)) throw opsRefusals.by();
    return person;
  };

  /** Reads a decision as the holder of the key means it. */
  const requestFor = async ({ roles }: KeyHolder, name: string, sent: unknown): Promise<DecisionRequest> => {
    requireStorable(sent);
    const request = readDecision(name, sent);
    const input = roles.includes('partner')
      ? await request.decision.inputOfPartner?.(deps, request.input)
      : undefined;
    return input ? { ...request, input } : request;
  };

  const decide = async (c: OpsContext, name: string, sent: unknown) => {
    const holder = c.get('key');
    const by = authorOf(c);
    requireRole(holder, name);
    const request = await requestFor(holder, name, sent);
    const key = c.req.header('idempotency-key');
    if (key === undefined) {
      if (request.decision.key === 'required') throw opsRefusals.keyMissing(name);
      return success(await runDecision(deps, request, by));
    }
    if (!isUuid(key)) throw opsRefusals.keyForm();
    const sender = { sender: holder.holder, key: key.toLowerCase(), by, writeReply: success };
    return (await decideOnce(deps, request, sender)).text;
  };

  const answerRead = async (c: OpsContext, name: string, sent: unknown) => {
    requireRole(c.get('key'), name);
    requireStorable(sent);
    return success(await read(deps, name, sent));
  };

  /** Returns an error as its refusal in words for developers, and logs a fault. */
  const refusalOf = (error: unknown, name: string, sent: unknown): Refusal => {
    logUnavailable(error);
    const refusal = asRefusal(error);
    const row = rowOf(name);
    if (refusal && row && !codesOf(row).includes(refusal.code))
      deps.log.error('code off the registry', new Error(`${name} refused with ${refusal.code}`));
    if (refusal?.detail.reason === 'key_reused') return opsRefusals.keyReused(name);
    if (refusal) return forDevelopers(refusal, name, sent);
    deps.log.error('ops', error, { decision: name });
    return forDevelopers(asFault(error), name, sent);
  };

  const answerError = (c: OpsContext, error: unknown, name: string, sent: unknown) =>
    c.body(failureText(refusalOf(error, name, sent)), asRefusal(error) ? 200 : 500, jsonHeaders);

  /** Answers by a row, or with its refusal. */
  const answer = async (
    c: OpsContext,
    name: string,
    readInput: (c: OpsContext) => unknown,
    run: typeof answerRead,
  ) => {
    let sent: unknown = null;
    try {
      sent = await readInput(c);
      return c.body(await run(c, name, sent), 200, jsonHeaders);
    } catch (error) {
      return answerError(c, error, name, sent);
    }
  };

  /** Carries out a file of rows, each as a decision that is sent by itself. */
  const answerBulk = async (c: OpsContext, name: string) => {
    const holder = c.get('key');
    const by = authorOf(c);
    requireRole(holder, name);
    if (requireDecision(name).ownTransactions) throw opsRefusals.notInBulk(name);
    const { key, rows } = await readBulk(c, name);
    const sentKey = c.req.header('x-ops-key') ?? '';
    const carryOut = async (input: unknown, line: number) => {
      // A file may take hours, in which its key can end.
      if (!(await holderOf(deps, sentKey))) throw opsRefusals.wrongKey(sentKey);
      const request = await requestFor(holder, name, input);
      if (key === null) return { text: success(await tryDecision(deps, request, by)), isRepeated: false };
      const sender = { sender: holder.holder, key: `${key}:${line}`, by, writeReply: success };
      return decideOnce(deps, request, sender);
    };
    const refused = (error: unknown, input: unknown) => refusalOf(error, name, input);
    const lines = answerRows(rows, { dry: key === null, carryOut, refusalOf: refused, failureText });
    return c.body(streamText(untilDisconnected(lines), deps.log), 200, jsonLinesHeaders);
  };

  // Before the limit of a body: a file may be long, and is never in memory as a whole.
  app.post('/bulk/:name', async (c) => {
    const name = c.req.param('name');
    try {
      return await answerBulk(c, name);
    } catch (error) {
      return answerError(c, error, name, null);
    }
  });
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: (c) => c.body(failureText(opsRefusals.tooLarge()), 413, jsonHeaders),
    }),
  );

  app.post('/:name', async (c) => {
    const name = c.req.param('name');
    return Object.hasOwn(reads, name) ? otherMethod(c, 'GET') : answer(c, name, readBody, decide);
  });
  app.get('/:name', async (c) => {
    const name = c.req.param('name');
    return Object.hasOwn(decisions, name) ? otherMethod(c, 'POST') : answer(c, name, readQuery, answerRead);
  });
  app.all('*', (c) => c.body(failureText(opsRefusals.unnamed()), 404, jsonHeaders));
  return app;
}
