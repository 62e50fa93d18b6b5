import { randomUUID } from 'node:crypto';
import type { Output } from '../../src/contract/calls.ts';
import { decide } from './decide.ts';
import { asFile, sendForm } from './form.ts';
import { jpeg, png } from './sample-files.ts';
import type { TestServer, TestUser } from './server.ts';

export const idNumber = '3040-5060-7081';
export const typed = { realName: 'Amina Idris', idType: 'id_card', idNumber, consentVersion: '2025-01' };
export const sides = () => ({ front: asFile(jpeg()), back: asFile(png()) });

/** Sends an application, or parts of one, as the form does. */
export const apply = (
  server: TestServer,
  user: TestUser,
  parts: Record<string, string | File> = { ...typed, ...sides() },
  key: string = randomUUID(),
) =>
  sendForm<Output<'POST /v1/per/ident-upload'>>(server, '/v1/per/ident-upload', parts, {
    token: user.token,
    key,
  });

/** A merchant with an identity that was applied for and approved. */
export const verify = async (server: TestServer, user: TestUser): Promise<void> => {
  const { code, text } = await apply(server, user);
  if (code !== 200) throw new Error(`the application was refused: ${text}`);
  await decide(server.deps, 'identity-approve', { shop: user.shopId }, 'test');
};
