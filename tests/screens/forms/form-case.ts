import type { FC } from 'react';
import type { CallName } from '../../../src/contract/calls.ts';
import { UNITS } from '../../../src/contract/money.ts';
import type { Client } from '../../harness/client.ts';
import { asFile } from '../../harness/form.ts';
import { addListed, place } from '../../harness/market.ts';
import type { open } from '../../harness/render-screen.tsx';
import { jpeg } from '../../harness/sample-files.ts';
import { payPassword, type TestUser } from '../../harness/server.ts';

export type Page = ReturnType<typeof open>;
export interface World {
  client: Client;
  user: TestUser;
}
/** By selector: text for a field, `picked` for a choice, a file for a picker. */
export type Typed = Readonly<Record<string, string | File>>;

/** A form of the app: where it stands, how one comes to it, and what a merchant types into it. */
export interface FormCase {
  name: string;
  /** The file below src/screens that draws it. */
  file: string;
  /** Makes what it is about, and says its address. */
  at(world: World): Promise<string>;
  screen: FC;
  /** What is pressed until the form is there, in order, by selector; each in the language of the session. */
  way?: readonly string[];
  /** What is typed. */
  fields(world: World): Typed;
  /** What is pressed then until it can be sent, and what is typed there: a further step, or a sheet over the form. */
  further?: { press: readonly string[]; fields?: Typed };
  /** Asked for again after a refusal, and never stored. */
  secret?: readonly string[];
  /** The form that sends it; by default the last one of the page. */
  submit?: string;
  call: CallName;
  /** Signed in already, as all screens but the door. */
  signedOut?: true;
}

export const picked = 'picked';
export const photo = (name = 'photo.jpg') => asFile(jpeg(name), name);

const pin = '.pin input';
/** The payment password in a sheet that a form or a button opened. */
export const byPin = (press: readonly string[] = []) => ({
  further: { press, fields: { [pin]: payPassword } },
  secret: [pin],
});
/** For forms in a sheet that their own button opens. */
export const next = ['form button[type=submit]'];

export const listed = async ({ client, user }: World) => (await addListed(client.server, user)).id;
export const ordered = async (world: World) => {
  await fund(world, 500n);
  return place(world.client.server, world.user, await listed(world), { wallet: 'held_until_delivery' });
};
export const fund = ({ client, user }: World, amount: bigint) =>
  client.server.fund(user.shopId, amount * UNITS);
export const keyed = ({ user }: World) => ({ token: user.token, key: crypto.randomUUID() });
