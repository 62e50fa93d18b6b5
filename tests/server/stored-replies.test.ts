import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import {
  dedupeByBody,
  deleteOldKeys,
  hashBody,
  hashDecision,
  type IdempotentCall,
  operationHandlers,
  releaseDedupe,
  runIdempotent,
  stateOfKey,
  storedReply,
} from '../../src/server/ledger/idempotency/idempotency.ts';
import { plainSeal, sealedBy } from '../../src/server/ledger/idempotency/sealed-reply.ts';
import { isSecretName } from '../../src/server/ledger/idempotency/secret-name.ts';
import { hour, second } from '../../src/server/platform/clock.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { stretch } from '../../src/server/platform/passwords.ts';
import { idempotencyKeys } from '../../src/server/schema.ts';
import { fakeClock } from '../harness/clock.ts';
import { kinds, openTestDatabase, type TestDatabase } from '../harness/database.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

// The exact text that is hashed: a server of the next version finds the keys of this one.
describe('the hash of a call', () => {
  const by = { userId: 'user_1', salt: 'a salt', cost: 16 };

  it('is over its members, sorted by their names at every depth', async () => {
    const input = { c: [2, 1, { e: null, d: 'x', f: [] }], a: true, b: undefined };
    expect(await hashBody(input, by)).toBe(sha256('{"a":true,"c":[2,1,{"d":"x","e":null,"f":[]}]}'));
    expect(await hashBody({ a: 1, c: 3, b: 2 }, by)).toBe(sha256('{"a":1,"b":2,"c":3}'));
  });

  it.each(['payPassword', 'loginPassword', 'password', 'oldPassword', 'confirmPassword', 'verifyCode'])(
    'leaves out %s, at every depth',
    async (name) => {
      expect(await hashBody({ a: { [name]: '1' }, [name]: '2' }, by)).toBe(sha256('{"a":{}}'));
    },
  );

  it('has a new password as it is stored, stretched by the salt', async () => {
    const stretched = await stretch('a new one', 'a salt', 16);
    expect(await hashBody({ newPassword: 'a new one' }, by)).toBe(sha256(`{"newPassword":"${stretched}"}`));
    expect(await hashBody({ newPassword: ['x'] }, by)).toBe(sha256('{"newPassword":["x"]}'));
  });

  it('has of a file its content alone', async () => {
    const text = `{"file":{"sha256":"${sha256('a photo')}"}}`;
    for (const name of ['one.jpg', 'other.jpg'])
      expect(await hashBody({ file: new File(['a photo'], name) }, by)).toBe(sha256(text));
  });

  it('has every secret of a decision, stretched, and its other flags as they are', async () => {
    const [password, token] = [await stretch('p', 'a salt', 16), await stretch('t', 'a salt', 16)];
    expect(await hashDecision({ password: 'p', 'api-token': 't', name: 'n' }, by)).toBe(
      sha256(`{"api-token":"${token}","name":"n","password":"${password}"}`),
    );
  });

  it.each([
    ['password', true],
    ['newPassword', true],
    ['clientSecret', true],
    ['token', true],
    ['IDNUMBER', true],
    ['name', false],
    ['id', false],
  ])('takes the flag %s for a secret: %s', (flag, expected) => {
    expect(isSecretName(flag)).toBe(expected);
  });
});

describe('a reply that is stored sealed', () => {
  const key = '3f0c8a52-7f0e-4a59-9a59-6f2f8a3b7c11';
  const reply = '{"token":"t — ة"}';

  it('is opened by its key alone, and only as it was stored', () => {
    const [one, other] = [sealedBy(key).close(reply), sealedBy(key).close(reply)];
    expect(one).not.toBe(other);
    expect([sealedBy(key).open(one), sealedBy(key).open(other)]).toEqual([reply, reply]);
    expect(() => sealedBy(randomUUID()).open(one)).toThrow();
    const changed = Buffer.from(one, 'base64url');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => sealedBy(key).open(changed.toString('base64url'))).toThrow();
  });

  it('is opened after a change of the server', () => {
    const stored = 'AAECAwQFBgcICQoLvs8D66XlrcoyR5fVuolZJMB8had0VjlP1XvJ6S9ygzUFhqJM';
    expect(sealedBy(key).open(stored)).toBe(reply);
  });

  it('has the hash of its key for a name, and one in plain its key', () => {
    expect(sealedBy(key).name(key)).toBe(sha256(key));
    expect([plainSeal.name(key), plainSeal.close(reply), plainSeal.open(reply)]).toEqual([key, reply, reply]);
  });
});

describe.each(kinds)('replies under keys on %s', (kind) => {
  let database: TestDatabase;
  const at = fakeClock().now();
  const later = (ms: number) => new Date(at.getTime() + ms);
  const call: IdempotentCall = { shopId: 's1', operation: 'POST /v1/a', key: 'k1', bodyHash: 'h1' };
  const run = (of: IdempotentCall, reply: string, when = at) =>
    inTransaction(database.db, (tx) => runIdempotent(tx, of, when, async () => reply));
  const tap = (reply: string, when = at, of = call) =>
    inTransaction(database.db, (tx) => dedupeByBody(tx, of, when, async () => reply));
  const replies = async () =>
    (await database.db.select().from(idempotencyKeys).orderBy(idempotencyKeys.reply)).map((row) => row.reply);

  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.db.delete(idempotencyKeys);
  });

  it('are given again for the same shop, operation and key, and for no other', async () => {
    expect(await storedReply(database.db, call)).toBeNull();
    expect([await run(call, 'first'), await run(call, 'second')]).toEqual(['first', 'first']);
    expect(await storedReply(database.db, call)).toBe('first');
    expect(await run({ ...call, shopId: 's2' }, 'of another shop')).toBe('of another shop');
    expect(await run({ ...call, operation: 'POST /v1/b' }, 'of another call')).toBe('of another call');
    expect(await run({ ...call, key: 'k2' }, 'of another key')).toBe('of another key');
    expect(await storedReply(database.db, { ...call, shopId: 's3' })).toBeNull();
  });

  it('are refused to another body', async () => {
    await run(call, 'first');
    const refusal = { code: codes.invalidOperation, detail: { reason: 'key_reused' } };
    await expect(run({ ...call, bodyHash: 'h2' }, 'second')).rejects.toMatchObject(refusal);
    await expect(storedReply(database.db, { ...call, bodyHash: 'h2' })).rejects.toMatchObject(refusal);
  });

  it('are known by the key alone, the newest first, to their shop', async () => {
    expect(await stateOfKey(database.db, 's1', 'k1')).toEqual({ state: 'unknown', reply: null });
    await run(call, 'older', later(-1));
    await run({ ...call, operation: 'POST /v1/b' }, 'newer');
    await run({ ...call, operation: 'POST /v1/c' }, 'oldest', later(-2));
    expect(await stateOfKey(database.db, 's1', 'k1')).toEqual({ state: 'done', reply: 'newer' });
    expect(await stateOfKey(database.db, 's2', 'k1')).toEqual({ state: 'unknown', reply: null });
    expect(await stateOfKey(database.db, 's1', 'k2')).toEqual({ state: 'unknown', reply: null });
  });

  it('are read back with their code and data by a key in any letters', async () => {
    const ask = (key: string) =>
      operationHandlers['POST /v1/operation']({ db: database.db, caller: { shopId: 's1' } } as never, {
        key,
      });
    expect(await ask('K1')).toEqual({ state: 'unknown', code: null, data: null });
    await run(call, '{"code":200,"msg":"ok","data":{"no":"7"}}');
    expect(await ask('K1')).toEqual({ state: 'done', code: 200, data: { no: '7' } });
  });

  it('are given to a second tap without a key within thirty seconds', async () => {
    expect(await tap('first')).toBe('first');
    expect(await tap('second', later(30 * second))).toBe('first');
    expect(await tap('third', later(30 * second + 1))).toBe('third');
    expect(await tap('before the clock was put back', later(-1))).toBe('before the clock was put back');
  });

  it('are kept apart by shop, operation and body where taps have no key', async () => {
    const others = [
      { ...call, shopId: 's2' },
      { ...call, operation: 'POST /v1/b' },
      { ...call, bodyHash: 'h2' },
    ];
    expect(await tap('first')).toBe('first');
    for (const [index, other] of others.entries())
      expect(await tap(`other ${index}`, at, other)).toBe(`other ${index}`);
    expect(await tap('second', later(hour))).toBe('second');
    expect(await replies()).toEqual(['other 0', 'other 1', 'other 2', 'second']);
    expect(await stateOfKey(database.db, 's1', 'body:h1')).toEqual({ state: 'done', reply: 'second' });
  });

  it('are released by the identifier in them where a tap had no lasting effect', async () => {
    await tap('{"id":"wdr_1","of":"a tap"}');
    await tap('{"id":"wdr_11"}', at, { ...call, bodyHash: 'h2' });
    await tap('{"id":"wdr_1","of":"another shop"}', at, { ...call, shopId: 's2' });
    await tap('{"id":"wdr_1","of":"another call"}', at, { ...call, operation: 'POST /v1/b' });
    await run(call, '{"id":"wdr_1","of":"a key"}');
    await database.db.transaction((tx) =>
      releaseDedupe(tx, { shopId: 's1', operation: 'POST /v1/a', id: 'wdr_1' }),
    );
    expect(await replies()).toEqual([
      '{"id":"wdr_1","of":"a key"}',
      '{"id":"wdr_1","of":"another call"}',
      '{"id":"wdr_1","of":"another shop"}',
      '{"id":"wdr_11"}',
    ]);
  });

  it('are kept for two days', async () => {
    await run(call, 'of now');
    await run({ ...call, key: 'k2' }, 'of two days ago', later(-48 * hour));
    await run({ ...call, key: 'k3' }, 'older', later(-48 * hour - 1));
    await deleteOldKeys(database.db, at);
    expect(await replies()).toEqual(['of now', 'of two days ago']);
  });
});

describe('a reply under a key on PostgreSQL', () => {
  it('is not there yet while its call runs, which is carried out once', async () => {
    const { db, close } = await openTestDatabase('postgres');
    const call: IdempotentCall = { shopId: 's1', operation: 'POST /v1/a', key: 'k1', bodyHash: 'h1' };
    const run = (of: IdempotentCall, carryOut: () => Promise<string>) =>
      inTransaction(db, (tx) => runIdempotent(tx, of, fakeClock().now(), carryOut));
    await run(call, async () => {
      await expect(run(call, async () => 'second')).rejects.toMatchObject({
        code: codes.operationBusy,
        detail: { retryAfter: 1 },
      });
      expect(await stateOfKey(db, 's1', 'k1')).toEqual({ state: 'running', reply: null });
      expect(await run({ ...call, shopId: 's2' }, async () => 'of another shop')).toBe('of another shop');
      expect(await run({ ...call, key: 'k2' }, async () => 'of another key')).toBe('of another key');
      return 'first';
    });
    expect(await stateOfKey(db, 's1', 'k1')).toEqual({ state: 'done', reply: 'first' });
    await close();
  });
});
