import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { second } from '../../src/server/platform/clock.ts';
import { Refusal } from '../../src/server/platform/refuse.ts';
import { fileBodies } from '../../src/server/schema/files.ts';
import { shopChanges } from '../../src/server/schema/shops.ts';
import { kinds } from '../harness/database.ts';
import { asFile, sendForm } from '../harness/form.ts';
import { jpeg, pdf, png } from '../harness/sample-files.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Shop = Output<'GET /v1/shop/info'>;

describe.each(kinds)('editing the shop on %s', (kind) => {
  const server = useServer(kind);

  const info = async (user: TestUser) =>
    (await server.call('GET /v1/shop/info', {}, { token: user.token })).data;
  const edit = (user: TestUser, input: object, key: string = randomUUID()) =>
    server.call<{ shop: Shop }>('POST /v1/shop/edit', input, { token: user.token, key });
  const upload = async (user: TestUser, type: string, bytes: Uint8Array = jpeg()) => {
    const sent = await sendForm<{ fileId: string }>(
      server,
      `/v1/upload/${type}`,
      { file: asFile(bytes) },
      user,
    );
    return sent.data.fileId;
  };
  const logged = async ({ shopId }: TestUser) =>
    (await server.deps.db.select().from(shopChanges).where(eq(shopChanges.shopId, shopId))).map(
      (row) => row.changes,
    );
  const served = async (url: string) => (await server.app.request(url)).headers.get('content-type');
  const decided = (name: string, input: object) =>
    server.decide(name, input, 'rania').then(
      (result) => result as Record<string, unknown>,
      (error: unknown) => (error instanceof Refusal ? { code: error.code } : Promise.reject(error)),
    );

  it('changes what is sent and nothing else, logs it, and notifies the merchant', async () => {
    const user = await server.addUser();
    const before = await info(user);
    const { code, data } = await edit(user, {
      name: '  Olive & Oak  ',
      phone: '+44 20 7946 0018',
      payPassword,
    });
    expect(code).toBe(codes.ok);
    const after = await info(user);
    expect(after).toEqual({ ...before, name: 'Olive & Oak', phoneMasked: '•••• 0018' });
    expect(data.shop).toEqual(after);
    expect(await logged(user)).toEqual([{ name: [before.name, 'Olive & Oak'], phone: ['', '•••• 0018'] }]);
    expect(await user.notices()).toMatchObject([{ kind: 'shop_changed' }, { kind: 'shop_phone_changed' }]);

    await edit(user, { address: '14 Fountain Street' });
    expect(await info(user)).toEqual({ ...after, address: '14 Fountain Street' });
  });

  describe('the phone that codes are sent to', () => {
    const phone = '+44 20 7946 0018';

    it('is not changed by the session alone, whether it is the first one or another', async () => {
      const user = await server.addUser();
      const refused = {
        code: codes.parameterMissing,
        msg: 'Your payment password is needed to change the phone number.',
        data: { field: 'payPassword', reason: 'phone_proof' },
      };
      expect(await edit(user, { phone, name: 'Not kept' })).toMatchObject(refused);
      expect((await edit(user, { phone, payPassword })).code).toBe(codes.ok);
      const before = await info(user);
      expect(await edit(user, { phone: '+971 50 000 0000' })).toMatchObject(refused);
      // Nor does it say whether a guessed number is the one that stands.
      expect(await edit(user, { phone })).toMatchObject(refused);
      expect(await info(user)).toEqual(before);
      expect(before.name).not.toBe('Not kept');
    });

    it('is not changed by a wrong payment password, and each try counts', async () => {
      const user = await server.addUser();
      const answers = [];
      for (const attempt of ['111111', '222222', '333333', '444444', '555555', payPassword])
        answers.push(await edit(user, { phone, payPassword: attempt }));
      expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(codes.payPasswordWrong));
      expect(answers.at(-1)?.data).toMatchObject({ reason: 'locked', params: { attemptsLeft: 0 } });
      expect((await info(user)).phoneMasked).toBe('');
    });

    it('waits for a payment password where none is set', async () => {
      const user = await server.addUser({ withoutPayPassword: true });
      expect((await edit(user, { phone, payPassword })).code).toBe(codes.payPasswordNotSet);
      expect((await edit(user, { name: 'Olive & Oak' })).code).toBe(codes.ok);
      expect(await info(user)).toMatchObject({ name: 'Olive & Oak', phoneMasked: '' });
    });

    it('is named by its last digits where it was changed, and a password beside other fields is not asked about', async () => {
      const user = await server.addUser();
      await edit(user, { phone, payPassword });
      await edit(user, { phone, payPassword });
      expect((await edit(user, { address: '14 Fountain Street', payPassword: '111111' })).code).toBe(
        codes.ok,
      );
      const { data } = await server.call('POST /v1/notify/list', {}, { token: user.token });
      expect(data.list.map(({ title, body }) => [title, body.replace(/[\u2066-\u2069]/g, '')])).toEqual([
        ['Your shop information was changed', 'Buyers see the new information.'],
        [
          'Your shop’s phone number was changed',
          'The new number is •••• 0018. If this wasn’t you, contact customer service now.',
        ],
      ]);
      expect(JSON.stringify(await logged(user))).not.toContain(payPassword);
    });
  });

  it('shows the new name and logo on the storefront', async () => {
    const user = await server.addUser();
    await edit(user, { name: 'Oak', logoFileId: await upload(user, 'logo', png()) });
    const store = await server.call('POST /v1/store/info', {}, { token: user.token });
    expect(store.data.name).toBe('Oak');
    expect(await served(store.data.logo)).toBe('image/png');
  });

  it('is no change where everything is as it was', async () => {
    const user = await server.addUser();
    const { name } = await info(user);
    expect((await edit(user, { name })).code).toBe(codes.ok);
    expect([await logged(user), await user.notices()]).toEqual([[], []]);
  });

  it('takes an uploaded logo, and wipes the one before it', async () => {
    const user = await server.addUser();
    const first = await upload(user, 'logo', jpeg());
    const { data } = await edit(user, { logoFileId: first });
    expect(await served(data.shop.logo)).toBe('image/jpeg');
    await edit(user, { logoFileId: await upload(user, 'logo', png()) });
    expect(await served((await info(user)).logo)).toBe('image/png');
    expect((await server.app.request(data.shop.logo)).status).toBe(404);
    expect(await server.deps.db.select().from(fileBodies).where(eq(fileBodies.fileId, first))).toEqual([]);
  });

  it('takes no file of another shop, of another purpose, or in use', async () => {
    const [user, stranger] = [await server.addUser(), await server.addUser()];
    const foreign = await upload(stranger, 'logo');
    const document = await upload(user, 'qualification');
    const own = await upload(user, 'logo');
    await edit(user, { logoFileId: own });
    for (const [input, code, field] of [
      [{ logoFileId: foreign }, codes.recordNotFound, 'logoFileId'],
      [{ logoFileId: document }, codes.recordNotFound, 'logoFileId'],
      [{ logoFileId: 'fil_0000' }, codes.recordNotFound, 'logoFileId'],
      [{ logoFileId: own }, codes.invalidOperation, 'logoFileId'],
      [{ qualificationFileIds: [foreign] }, codes.recordNotFound, 'qualificationFileIds'],
      [
        { name: 'Not kept', qualificationFileIds: [document, foreign] },
        codes.recordNotFound,
        'qualificationFileIds',
      ],
    ] as const)
      expect(await edit(user, input)).toMatchObject({ code, data: { field } });
    expect((await info(user)).name).not.toBe('Not kept');
    expect((await edit(stranger, { logoFileId: foreign })).code).toBe(codes.ok);
    expect((await edit(user, { qualificationFileIds: [document] })).code).toBe(codes.ok);
  });

  it.each<[string, object, number, string]>([
    ['nothing', {}, codes.invalidParameter, ''],
    ['nothing but a password', { payPassword }, codes.invalidParameter, ''],
    ['an empty name', { name: '   ' }, codes.parameterMissing, 'name'],
    ['a name too long', { name: 'x'.repeat(65) }, codes.invalidParameter, 'name'],
    ['a phone that is none', { phone: 'call me' }, codes.invalidParameter, 'phone'],
    [
      'a document twice',
      { qualificationFileIds: ['a', 'a'] },
      codes.invalidParameter,
      'qualificationFileIds',
    ],
  ])('refuses %s', async (_, input, code, field) => {
    const user = await server.addUser();
    const answer = await edit(user, input);
    expect([answer.code, (answer.data as { field?: string }).field]).toEqual([code, field]);
    expect(await logged(user)).toEqual([]);
  });

  describe('a document of the shop', () => {
    const add = async (user: TestUser, bytes: Uint8Array = pdf()) => {
      server.clock.advance(second);
      await edit(user, { qualificationFileIds: [await upload(user, 'qualification', bytes)] });
      return (await info(user)).qualifications.at(-1);
    };

    it('is reviewed, and accepted or refused with a reason in the reader’s language', async () => {
      const user = await server.addUser();
      const document = await add(user);
      expect(document).toMatchObject({ status: 'applying', reason: null, note: null });
      expect(await served(document?.url ?? '')).toBe('application/pdf');
      const waiting = (await server.read('qualifications')) as { list: { id: string; url: string }[] };
      expect(await served(waiting.list.find(({ id }) => id === document?.id)?.url ?? '')).toBe(
        'application/pdf',
      );

      expect(await decided('qualification-approve', { qualification: document?.id })).toMatchObject({
        status: 'verified',
      });
      expect((await info(user)).qualifications).toMatchObject([{ id: document?.id, status: 'verified' }]);
      expect(await decided('qualification-approve', { qualification: document?.id })).toEqual({
        code: codes.invalidOperation,
      });

      const other = await add(user, png());
      await decided('qualification-reject', { qualification: other?.id, code: 'blurry', reason: 'Page 2' });
      expect((await info(user)).qualifications).toMatchObject([
        { id: document?.id, status: 'verified' },
        { id: other?.id, status: 'rejected', reason: expect.stringMatching(/blurred/), note: 'Page 2' },
      ]);
      expect((await user.notices()).map(({ kind }) => kind)).toEqual([
        'shop_changed',
        'qualification_verified',
        'shop_changed',
        'qualification_rejected',
      ]);
    });

    it('a document of the shop that was refused makes room for the next, and is wiped', async () => {
      const user = await server.addUser();
      const first = await add(user);
      await decided('qualification-reject', { qualification: first?.id, code: 'altered', reason: 'r' });
      const { url } = (await info(user)).qualifications[0] ?? { url: '' };
      expect((await server.app.request(url)).status).toBe(200);
      const next = await add(user);
      expect((await info(user)).qualifications.map(({ id }) => id)).toEqual([next?.id]);
      expect((await server.app.request(url)).status).toBe(404);
    });

    it('is one of ten at most', async () => {
      const user = await server.addUser();
      const ten: string[] = [];
      while (ten.length < 10) ten.push(await upload(user, 'qualification', pdf()));
      expect((await edit(user, { qualificationFileIds: ten })).code).toBe(codes.ok);
      expect(
        await edit(user, { qualificationFileIds: [await upload(user, 'qualification', pdf())] }),
      ).toMatchObject({
        code: codes.invalidOperation,
        data: { reason: 'too_many_papers', params: { max: 10 } },
      });
      expect((await info(user)).qualifications).toHaveLength(10);
    });

    it('cannot be decided on where it does not exist', async () => {
      expect(await decided('qualification-approve', { qualification: 'qua_0' })).toEqual({
        code: codes.recordNotFound,
      });
    });
  });
});
