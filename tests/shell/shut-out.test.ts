import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { acceptToken } from '../../src/data/accept-token.ts';
import { call } from '../../src/data/api.ts';
import type { ApiError } from '../../src/data/api-error.ts';
import { currentToken, session, storedToken } from '../../src/data/session.ts';
import { signIn } from '../../src/data/sign-in.ts';
import { appeal, statementResource } from '../../src/data/statements.ts';
import { createNavigator, type Navigator } from '../../src/location.ts';
import { users } from '../../src/server/schema.ts';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { followRefusals } from '../../src/shell/refusals.ts';
import { viewOf } from '../../src/shell/view.ts';
import { type Client, startClient } from '../harness/client.ts';
import { decide } from '../harness/decide.ts';
import { asFile } from '../harness/form.ts';
import { jpeg } from '../harness/sample-files.ts';
import { password, payPassword, type TestUser } from '../harness/server.ts';

let client: Client;
let user: TestUser;
let place: Navigator;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());
beforeEach(async () => {
  client.clear();
  user = await client.server.addUser();
  place = createNavigator({
    history: memoryHistory(),
    root: document.createElement('div'),
    preloadScreen: async () => {},
  });
  place.start();
  followRefusals(place);
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    ({ code }: ApiError) => code,
  );
const ops = (name: string, flags: object) =>
  decide(client.server.deps, name, flags, 'rosa') as Promise<{ id: string; statementId: string }>;
const shutOut = (kind: string) =>
  ops('restrict', { shop: user.shopId, kind, facts: 'A report.', rule: 'Terms 7.' });

test.each([
  ['account_disabled', 411],
  ['sign_in_refused', 440],
])('a person who is refused at sign-in by %s (%i) may object, and nothing else', async (kind, code) => {
  const { id, statementId } = await shutOut(kind);
  expect(await codeOf(signIn({ username: user.username, password: 'not-this-one' }))).toBe(413);
  expect(currentToken()).toBeNull();
  expect(await codeOf(signIn({ username: user.username, password }))).toBe(code);
  await vi.waitFor(() => expect(place.url.value).toBe(`/404?code=${code}`));
  expect(viewOf(session.value, true, 'appeal')).toBe('screen');
  expect(viewOf(session.value, true, 'wallet')).toBe('info-failure');

  // Not even what a session from before the refusal may still do.
  for (const work of [
    () => call('POST /v1/user/wallet', {}),
    () => call('POST /v1/user/bank/list', {}),
    () => call('POST /v1/order/list', {}),
    () =>
      call(
        'POST /v1/user/withdraw/add',
        { amount: '20.00', accountId: 'any', payPassword },
        { key: crypto.randomUUID() },
      ),
  ])
    expect(await codeOf(work())).toBe(code);

  await vi.waitFor(() => expect(statementResource.ask(statementId).value.data?.facts).toBe('A report.'));
  // Evidence may come along, and no other file.
  const file = asFile(jpeg(), 'record.jpg');
  expect(await codeOf(call('POST /v1/upload/{type}', { type: 'logo', file }))).toBe(code);
  const { fileId } = await call('POST /v1/upload/{type}', { type: 'certificate', file });
  const input = { ref: statementId, text: 'It was not us.', fileIds: [fileId] };
  const result = await appeal.send(input);
  expect(result).toMatchObject({ output: { appeal: { ref: statementId, status: 'received' } } });
  const no = result.state === 'done' && result.output.appeal.no;
  await vi.waitFor(() => expect(statementResource.ask(statementId).value.data?.objection?.no).toBe(no));

  // Kept over a reload, as any token of a sign-in here.
  await acceptToken(storedToken(), 'storage');
  expect(session.value).toMatchObject({ status: 'info-failure', error: { code } });

  await ops('restriction-lift', { restriction: id, reason: 'It was not them.' });
  expect(await codeOf(call('POST /v1/user/wallet', {}))).toBe(408);
  await signIn({ username: user.username, password });
  expect(session.value.status).toBe('signed-in');
  expect(await codeOf(call('POST /v1/user/wallet', {}))).toBe(200);
});

test('the merchant of a closed shop (410) may object with evidence, and nothing else', async () => {
  const { statementId } = await shutOut('listing');
  const { db } = client.server.deps;
  await db.update(users).set({ status: 'closed' }).where(eq(users.id, user.userId));
  expect(await codeOf(signIn({ username: user.username, password: 'not-this-one' }))).toBe(413);
  expect(currentToken()).toBeNull();
  expect(await codeOf(signIn({ username: user.username, password }))).toBe(410);
  await vi.waitFor(() => expect(place.url.value).toBe('/404?code=410'));
  expect(viewOf(session.value, true, 'appeal')).toBe('screen');
  expect(await codeOf(call('POST /v1/user/wallet', {}))).toBe(410);

  await vi.waitFor(() => expect(statementResource.ask(statementId).value.data?.facts).toBe('A report.'));
  const file = asFile(jpeg(), 'record.jpg');
  expect(await codeOf(call('POST /v1/upload/{type}', { type: 'logo', file }))).toBe(410);
  const { fileId } = await call('POST /v1/upload/{type}', { type: 'certificate', file });
  const result = await appeal.send({ ref: statementId, text: 'It was not us.', fileIds: [fileId] });
  expect(result).toMatchObject({ output: { appeal: { ref: statementId, status: 'received' } } });
});
