import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { seededRandom } from '../../src/server/demo/seeded-random.ts';
import { hashPassword, verifyPassword } from '../../src/server/platform/passwords.ts';
import { users } from '../../src/server/schema.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const cost = 16;
const secret = 'correct-horse-1';
const random = seededRandom('passwords');

/** The stored hash with one bit of one byte of its key turned. */
const turned = (hash: string, at: number): string => {
  const parts = hash.split('$');
  const key = Buffer.from(parts.pop() ?? '', 'base64');
  key[at] = (key[at] ?? 0) ^ 1;
  return [...parts, key.toString('base64')].join('$');
};

describe('a password', () => {
  it('is right as it was set, and with composed letters in place of composed ones', async () => {
    expect(await verifyPassword(secret, await hashPassword(secret, cost, random), cost)).toBe(true);
    const composed = await hashPassword('caf\u00e9-creme', cost, random);
    expect(await verifyPassword('cafe\u0301-creme', composed, cost)).toBe(true);
  });

  it('is compared to the last bit', async () => {
    const hash = await hashPassword(secret, cost, random);
    for (let at = 0; at < 32; at++)
      expect([at, await verifyPassword(secret, turned(hash, at), cost)]).toEqual([at, false]);
    expect(await verifyPassword(secret, hash.slice(0, -8), cost)).toBe(false);
    expect(await verifyPassword(secret, null, cost)).toBe(false);
  });

  it('stays right when the cost of new ones is raised, and salts no two alike', async () => {
    const hash = await hashPassword(secret, cost, random);
    expect(await verifyPassword(secret, hash, cost * 4)).toBe(true);
    expect(await hashPassword(secret, cost, random)).not.toBe(hash);
  });
});

describe('the time of an answer', () => {
  let server: TestServer;
  const dear = 2 ** 15;

  beforeAll(async () => {
    server = await startTestServer('postgres', { config: { passwordCost: dear } });
  });
  afterAll(() => server.close());

  const quickest = async (username: () => Promise<string>) => {
    const took: number[] = [];
    for (let n = 0; n < 4; n++) {
      const name = await username();
      const began = performance.now();
      const { code } = await server.call('POST /login', { username: name, password: 'wrong-password' });
      took.push(performance.now() - began);
      expect(code).toBe(codes.wrongCredentials);
    }
    return Math.min(...took);
  };

  // A ratio of two measured side by side: the comparison costs a hundred times all the rest.
  it('does not tell whether a name exists', async () => {
    const known = await quickest(async () => {
      const { userId, username } = await server.addUser();
      const passwordHash = await hashPassword(secret, dear, random);
      await server.deps.db.update(users).set({ passwordHash }).where(eq(users.id, userId));
      return username;
    });
    let ghosts = 0;
    const unknown = await quickest(async () => `ghost-${ghosts++}`);
    expect(unknown).toBeGreaterThan(known / 3);
  });
});
