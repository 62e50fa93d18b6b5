import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { codes } from '../../../src/contract/errors.ts';
import { feedback } from '../../../src/server/schema.ts';
import { asFile } from '../../harness/form.ts';
import { apply, sides, typed, verify } from '../../harness/identity.ts';
import { addGoods, addListed } from '../../harness/market.ts';
import { jpeg } from '../../harness/sample-files.ts';
import { payPassword } from '../../harness/server.ts';
import { ask, type Desk, field, say, type Write } from './write.ts';

const listing = async (desk: Desk): Promise<string> => {
  await addListed(desk.server, desk.user);
  const { data } = await ask<{ list: { id: string }[] }>(desk, 'POST /v1/showcase/list');
  return data.list[0]?.id ?? '';
};

/** Shop, showcase, identity, and messages to the platform. */
export const shopWrites: Write[] = [
  {
    call: 'POST /v1/shop/edit',
    read: field('GET /v1/shop/info', 'name'),
    again: codes.ok,
    was: expect.stringContaining('Shop of'),
    becomes: 'Olive & Oak',
    input: () => ({ name: 'Olive & Oak' }),
  },
  {
    call: 'POST /v1/shop/close',
    read: field('GET /v1/shop/info', 'closesAt'),
    again: codes.invalidOperation,
    was: null,
    becomes: expect.stringMatching(/^2025-/),
    input: () => ({ payPassword }),
  },
  {
    call: 'POST /v1/showcase/add',
    read: field('POST /v1/showcase/list', 'used'),
    again: codes.ok,
    was: 0,
    becomes: 1,
    input: async ({ server }) => ({
      items: [{ goodsId: (await addGoods(server)).id, sellingPrice: '20.00' }],
    }),
  },
  {
    call: 'POST /v1/showcase/del',
    read: field('POST /v1/showcase/list', 'used'),
    was: 1,
    becomes: 0,
    again: codes.recordNotFound,
    input: async (desk) => ({ ids: [await listing(desk)] }),
  },
  {
    call: 'POST /v1/showcase/edit',
    read: field('POST /v1/showcase/list', 'list.0.sellingPrice'),
    was: '20.00',
    becomes: '25.00',
    again: codes.ok,
    input: async (desk) => ({ id: await listing(desk), sellingPrice: '25.00' }),
  },
  {
    call: 'POST /v1/showcase/reprice',
    read: field('POST /v1/showcase/list', 'list.0.sellingPrice'),
    was: '20.00',
    becomes: '22.00',
    again: codes.ok,
    input: async (desk) => ({ ids: [await listing(desk)], rule: { percent: '10' } }),
  },
  {
    call: 'POST /v1/showcase/reprice/undo',
    read: field('POST /v1/showcase/list', 'list.0.sellingPrice'),
    was: '22.00',
    becomes: '20.00',
    again: codes.invalidOperation,
    input: async (desk) => {
      const input = { ids: [await listing(desk)], rule: { percent: '10' } };
      const { data } = await ask<{ repriceId: string }>(desk, 'POST /v1/showcase/reprice', input);
      return { repriceId: data.repriceId };
    },
  },
  {
    call: 'POST /v1/per/ident-upload',
    read: field('POST /v1/per/info', 'status'),
    was: 'unverified',
    becomes: 'applying',
    again: codes.invalidOperation,
    input: () => ({ ...typed, ...sides() }),
  },
  {
    call: 'POST /v1/per/withdraw',
    read: field('POST /v1/per/info', 'status'),
    was: 'applying',
    becomes: 'unverified',
    again: codes.invalidOperation,
    input: async ({ server, user }) => {
      await apply(server, user);
      return {};
    },
  },
  {
    call: 'POST /v1/shop/upgrade',
    read: field('GET /v1/shop/type', 'currentId'),
    was: 'shop',
    becomes: 'merchant',
    again: codes.invalidOperation,
    input: async ({ server, user }) => {
      await verify(server, user);
      return { typeId: 'merchant', payPassword };
    },
  },
  {
    call: 'POST /v1/shop/appeal',
    read: field('POST /v1/notify/list', 'list.length'),
    was: 1,
    becomes: 2,
    again: codes.invalidOperation,
    input: async (desk) => {
      const reasons = { kind: 'listing', facts: 'Complaints.', rule: 'Terms 7.' };
      return {
        ref: (await say(desk, 'restrict', { shop: desk.user.shopId, ...reasons })).id,
        text: 'It was not us.',
      };
    },
  },
  {
    call: 'POST /v1/upload/{type}',
    was: null,
    becomes: 200,
    read: {
      says: 'what is at the link of the file',
      of: async ({ server, known }) => (known.url ? (await server.app.request(known.url)).status : null),
    },
    input: () => ({ type: 'logo', file: asFile(jpeg()) }),
    keep: ({ known }, { url }) => void Object.assign(known, { url }),
  },
  {
    call: 'POST /v1/home/feedback',
    was: 0,
    becomes: 1,
    again: codes.ok,
    read: {
      says: 'what the operator has to answer',
      of: ({ server, user }) => server.deps.db.$count(feedback, eq(feedback.shopId, user.shopId)),
    },
    input: () => ({ content: 'The photos are too small.' }),
  },
  {
    call: 'POST /v1/reply/add',
    read: field('POST /v1/reply/list', 'list.length'),
    was: 0,
    becomes: 1,
    again: codes.ok,
    input: () => ({ text: 'Thank you!' }),
  },
  {
    call: 'POST /v1/reply/del',
    read: field('POST /v1/reply/list', 'list.length'),
    was: 1,
    becomes: 0,
    again: codes.recordNotFound,
    input: async (desk) => ({
      id: (await ask<{ list: { id: string }[] }>(desk, 'POST /v1/reply/add', { text: 'Thank you!' })).data
        .list[0]?.id,
    }),
  },
  {
    call: 'POST /v1/notify/read',
    read: field('POST /v1/notify/check', 'unread'),
    was: 1,
    becomes: 0,
    input: async (desk) => {
      const reasons = { kind: 'listing', facts: 'Complaints.', rule: 'Terms 7.' };
      await say(desk, 'restrict', { shop: desk.user.shopId, ...reasons });
      return { upToId: (await ask<{ latestId: string }>(desk, 'POST /v1/notify/check')).data.latestId };
    },
  },
];
