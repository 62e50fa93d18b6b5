import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { feedback, files } from '../../src/server/schema.ts';
import { type Kind, kinds } from '../harness/database.ts';
import { asFile, sendForm } from '../harness/form.ts';
import { png } from '../harness/sample-files.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

interface Open {
  no: string;
  content: string;
  files: string[];
}

const family = '👨‍👩‍👧‍👦';
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');

describe.each(kinds)('feedback on %s', (kind: Kind) => {
  const server = useServer(kind);
  let user: TestUser;
  const send = (input: object, key: string = randomUUID(), as = user) =>
    server.call('POST /v1/home/feedback', input, { token: as.token, key });
  const upload = async (type = 'feedback', as = user) => {
    const options = { token: as.token, key: randomUUID() };
    const form = { file: asFile(png()) };
    const { data } = await sendForm<{ fileId: string }>(server, `/v1/upload/${type}`, form, options);
    return data.fileId;
  };
  const open = async () => (await server.read<{ list: Open[] }>('feedback', { limit: 200 })).list;
  const reply = (no: string, words = 'Thank you, it is mended.') =>
    server.decide('feedback-reply', { no, reply: words }, 'ann');
  const notices = async () =>
    (await server.call('POST /v1/notify/list', { type: 'system' }, { token: user.token })).data.list;

  beforeEach(async () => {
    user = await server.addUser();
  });

  it('gets a number to refer to and a day by which it is answered', async () => {
    const { code, data } = await send({ content: 'The list jumps when I scroll.' });
    expect(code).toBe(codes.ok);
    expect(data).toMatchObject({
      no: expect.stringMatching(/^F-20250303-\w{8}$/),
      receivedAt: '2025-03-03T09:00:00.000Z',
      replyBy: '2025-03-06T09:00:00.000Z',
    });
    expect(await open()).toContainEqual(
      expect.objectContaining({ no: data.no, content: 'The list jumps when I scroll.', files: [] }),
    );
  });

  it('is answered once, and its merchant reads the answer among the notices', async () => {
    const { data } = await send({ content: 'Where is my parcel?' });
    expect(await notices()).toEqual([]);
    await reply(data.no);
    expect((await notices()).map(({ title, body }) => [plain(title), plain(body)])).toEqual([
      [
        `Reply to your feedback ${data.no}`,
        expect.stringMatching(
          /^Customer service has replied\. We never ask you to pay to withdraw\..*\nThank you, it is mended\.$/,
        ),
      ],
    ]);
    expect((await open()).map(({ no }) => no)).not.toContain(data.no);
    await expect(reply(data.no)).rejects.toMatchObject({ code: codes.recordNotFound });
    const [row] = await server.deps.db.select().from(feedback).where(eq(feedback.no, data.no));
    expect(row).toMatchObject({ repliedBy: 'operator:ann', repliedAt: server.clock.now() });
  });

  it.each([
    ['300 families of four', family.repeat(300), codes.ok],
    ['301 of them', family.repeat(301), codes.feedbackLength],
    ['two letters among spaces', '    hi   ', codes.feedbackLength],
    ['five Thai letters with marks', 'กำกิกีกึกื', codes.ok],
    ['nothing', '', codes.feedbackLength],
    ['no content at all', undefined, codes.feedbackLength],
    [
      'more than 16 kB',
      `${family.repeat(200)}${'e\u0301\u0302\u0303\u0304'.repeat(99)}x`.repeat(3),
      codes.feedbackLength,
    ],
  ])('is 5 to 300 letters as people count them: %s', async (_, content, code) => {
    const answer = await send({ content });
    expect(answer.code).toBe(code);
    if (code !== codes.ok) expect(answer.data).toMatchObject({ field: 'content' });
  });

  it('brings up to three of its shop’s own uploads, each used by it and by nothing else', async () => {
    const fileIds = [await upload(), await upload(), await upload()];
    const { data } = await send({ content: 'See the pictures.', fileIds });
    const waiting = (await open()).find(({ no }) => no === data.no);
    expect(waiting?.files).toHaveLength(3);
    const [used] = await server.deps.db
      .select()
      .from(files)
      .where(eq(files.id, fileIds[0] ?? ''));
    expect(used?.usedAt).toEqual(server.clock.now());
    expect(await send({ content: 'Once more.', fileIds: [fileIds[0]] })).toMatchObject({
      code: codes.addFailed,
      data: { field: 'fileIds', reason: 'file' },
    });
    const four = Array.from({ length: 4 }, (_, n) => `fil_${n}`);
    expect((await send({ content: 'Too many.', fileIds: four })).code).toBe(codes.invalidParameter);
  });

  it('adds nothing where a file is not there, not for this, or another shop’s: 442', async () => {
    const stranger = await server.addUser();
    for (const fileId of ['fil_nothing', await upload('comment'), await upload('feedback', stranger)])
      expect((await send({ content: 'With a file.', fileIds: [fileId] })).code).toBe(codes.addFailed);
    const own = await upload();
    const fileIds = ['fil_nothing', own, 'fil_expired'];
    const refused = await send({ content: 'With three files.', fileIds });
    expect(refused.data).toMatchObject({ field: 'fileIds', params: { positions: '0 2' } });
    const [kept] = await server.deps.db.select().from(files).where(eq(files.id, own));
    expect(kept?.usedAt).toBeNull();
    expect(await server.deps.db.select().from(feedback).where(eq(feedback.shopId, user.shopId))).toEqual([]);
  });

  it('is refused beyond ten without an answer, also sent at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => send({ content: `Thought number ${n}` })),
    );
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(10);
    const refused = answers.find(({ code }) => code !== codes.ok);
    expect(refused).toMatchObject({
      code: codes.addFailed,
      data: { reason: 'too_many_open', params: { max: 10 } },
    });
    await reply(answers.find(({ code }) => code === codes.ok)?.data.no ?? '');
    expect((await send({ content: 'There is room again.' })).code).toBe(codes.ok);
  });
});
