import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { anchorText, createAnchor } from '../../src/server/ledger/anchors.ts';
import { chainHead } from '../../src/server/ledger/ledger.ts';
import { addAccount, usableAccount } from '../harness/bank.ts';
import { verify } from '../harness/identity.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';
import { hashOf, openTronChannel, operator, report } from '../harness/recharging.ts';
import { useServer } from '../harness/use-server.ts';
import { decideOn, proofFor, withdraw } from '../harness/withdrawing.ts';

const forged = 'f'.repeat(64);

describe('npm run audit', () => {
  const directory = mkdtempSync(join(tmpdir(), 'souk-audit-'));
  let built: BuiltServer;
  const server = useServer('postgres', { config: { operator } });
  let shop: string;
  let first: string;
  let second: string;
  let anchors: string[];

  const headOf = async (): Promise<string> => {
    const head = await chainHead(server.deps.db, shop);
    return `${shop}:${head?.seq}:${head?.hash}`;
  };
  const file = (name: string, text: string): string => {
    const path = join(directory, name);
    writeFileSync(path, text);
    return path;
  };
  const audited = async (...args: string[]) => {
    const { ended, output } = built.run('audit-cli', { DATABASE_URL: server.database.url }, args);
    return { code: await ended, says: output() };
  };
  const ended =
    'Not audited, as it ends by itself: idempotency keys, sessions, quotes, codes, links and failures of due work.\n';
  const found = (...findings: string[]) => ({
    code: findings.length > 0 ? 1 : 0,
    says: `Read 2 transactions, 4 entries, 2 accounts.\n${findings.length} findings.\n${findings.map((one) => `- ${one}\n`).join('')}${ended}`,
  });
  const refused = (sentence: string) => ({ code: 2, says: `The audit could not be made: ${sentence}\n` });

  beforeAll(async () => {
    built = await buildServer();
    ({ shopId: shop } = await server.addUser());
    await server.fund(shop, 5_000_000n);
    first = await headOf();
    const made = [await createAnchor(server.deps)];
    await server.fund(shop, 1_000_000n);
    second = await headOf();
    anchors = [...made, await createAnchor(server.deps)].map(anchorText);
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true });
  });

  it('finds nothing in books that are in order, and names what it does not read', async () => {
    expect(await audited()).toEqual(found());
  });

  it('finds nothing where all that is known of it is there', async () => {
    const log = file(
      'souk.log',
      anchors.map((anchor) => `${JSON.stringify({ level: 'info', event: 'anchor', anchor })}\n`).join(''),
    );
    const [newest = ''] = anchors.slice(-1);
    expect(await audited('--known', first, '--known', second, '--anchor', newest, '--anchor', log)).toEqual(
      found(),
    );
  });

  it('finds a known movement with another hash, and one that is missing', async () => {
    const [, , hash] = first.split(':');
    expect(
      await audited('--known', `${shop}:1:${forged}`, '--known', `${shop}:9:${forged}`, '--known', second),
    ).toEqual(
      found(
        `transaction 1 of ${shop} was expected with the hash ${forged}, and has ${hash}`,
        `transaction 9 of ${shop} was expected with the hash ${forged}, and is missing`,
      ),
    );
  });

  it('is refused where SOUK_ANCHOR names an anchor that is not there', async () => {
    const env = { DATABASE_URL: server.database.url, SOUK_ANCHOR: `9:${forged}` };
    const { ended: end, output } = built.run('audit-cli', env);
    expect([await end, output()]).toEqual([
      2,
      expect.stringMatching(
        /^The audit could not be made: the database is behind SOUK_ANCHOR: anchor 9:f+ was expected/,
      ),
    ]);
  });

  it('finds an anchor that is typed and not there', async () => {
    const { code, says } = await audited('--anchor', `1:${forged}`);
    expect(code).toBe(1);
    expect(says).toMatch(
      new RegExp(
        `\n1 findings\\.\n- anchor 1:${forged} was expected, and this database has ${anchors[0]} of \\S+Z: what was posted before it was replaced\n`,
      ),
    );
  });

  it('finds each anchor of a file that is not there', async () => {
    const saved = file('anchors.json', JSON.stringify([...anchors, `7:${forged}`, `8:${forged}`]));
    const { code, says } = await audited('--anchor', saved);
    expect(code).toBe(1);
    expect(says).toContain('\n2 findings.\n');
    for (const number of [7, 8])
      expect(says).toMatch(
        new RegExp(
          `\n- anchor ${number}:${forged} was expected, and the newest of this database is ${anchors[1]} of \\S+Z: it is an older copy, or its end was cut off\n`,
        ),
      );
  });

  it('is not made where something known is not written as it must be, and says how', async () => {
    const empty = file('empty.log', 'server started\n');
    const missing = join(directory, 'none.log');
    const cases: [string[], string][] = [
      [['--known', `${shop}:1`], `--known ${shop}:1 is not <shop>:<number>:<hash>.`],
      [['--known', first, '--known', `${first}0`], `--known ${first}0 is not <shop>:<number>:<hash>.`],
      [['--anchor', empty], `--anchor ${empty}: the file holds no anchor, which is written <number>:<hash>.`],
      [['--anchor', missing], `--anchor ${missing} is neither <number>:<hash> nor a file that holds such.`],
      [
        ['--anchor', directory],
        `--anchor ${directory} is neither <number>:<hash> nor a file that holds such.`,
      ],
      [
        ['--anchr', '1'],
        "Unknown option '--anchr'. Write it like this:\nnpm run audit -- --known <shop>:<number>:<hash> --anchor <number>:<hash> --anchor <file>",
      ],
    ];
    for (const [args, sentence] of cases) expect(await audited(...args)).toEqual(refused(sentence));
  });

  it('says nothing of idempotency keys that are gone', async () => {
    await addAccount(server, await server.addUser());
    const { rows } = (await server.deps.db.execute(
      sql`delete from idempotency_keys returning key`,
    )) as unknown as { rows: object[] };
    expect(rows).toHaveLength(1);
    expect(await audited('--known', second)).toEqual(found());
  });

  it('lists what was sent and what came back, with references and amounts, and finds nothing wrong in it', async () => {
    const user = await server.addUser();
    await server.fund(user.shopId, 200n * UNITS);
    const { id: accountId } = await usableAccount(server, user);
    const asked = async (amount: string) =>
      (await withdraw(server, user, { amount, accountId })).data.withdrawal;
    const ops = (name: string, flags: object) => server.decide(name, flags);
    const sent = await asked('50.00');
    await decideOn(server, sent.no, 'approve');
    const paid = await asked('40.00');
    await decideOn(server, paid.no, 'approve');
    await ops('withdraw-paid', { withdrawal: paid.no, proof: `CONFIRMED ${paid.no}` });
    const back = await asked('60.00');
    for (const step of ['approve', 'paid', 'returned'] as const) await decideOn(server, back.no, step);
    await asked('20.00');
    await verify(server, user);
    const { id: channelId } = await openTronChannel(server);
    const { recharge } = (
      await report(server, user, { channelId, amount: '70.00', txHash: hashOf('audited') })
    ).data;
    const refusal = { code: 'not_the_sender', reason: 'It came from another name.', arrived: '71.00' };
    await ops('recharge-reject', { recharge: recharge.no, ...refusal });
    await ops('recharge-sent-back', { recharge: recharge.no, proof: 'BACK-71' });

    const { code, says } = await audited();
    expect(code).toBe(0);
    const [, out = '', cameBack = ''] = says.split(/^Payouts that .*are in no imported settlement file:\n/m);
    const lines = (text: string) => text.trimEnd().split('\n').sort();
    expect(lines(out)).toEqual(
      [
        `  ${proofFor(sent.no)}: 49.25 USD (withdrawal ${sent.no})`,
        `  ${proofFor(paid.no)}, CONFIRMED ${paid.no}: 39.40 USD (withdrawal ${paid.no})`,
        `  ${proofFor(back.no)}: 59.10 USD (withdrawal ${back.no})`,
        `  BACK-71: 71.00 USD (recharge ${recharge.no})`,
        '4 in all.',
      ].sort(),
    );
    expect(lines(cameBack)).toEqual(
      [`  ${proofFor(back.no)}-BACK: 59.10 USD (withdrawal ${back.no})`, '1 in all.'].sort(),
    );
  });
});
