import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptToken } from '../../../src/data/accept-token.ts';
import { me, session } from '../../../src/data/session.ts';
import PayPassword from '../../../src/screens/pay-password/pay-password.tsx';
import Agreement from '../../../src/screens/session/agreement.tsx';
import { readConfig } from '../../../src/server/platform/config/config.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { payPassword } from '../../harness/server.ts';
import { describedBy, press, submit, write } from '../../ui/draw.tsx';

let client: Client;
let customers = 0;
beforeAll(async () => {
  const { operator } = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '1' });
  client = await startClient({ config: { operator } });
});
afterAll(() => client.close());
const terms = (version: string, link = 'https://example.com/terms') =>
  Object.assign(client.server.deps.config.signIn, { terms: { version, link } });
beforeEach(async () => {
  leave();
  client.clear();
  terms('1', 'https://example.com/terms');
  const user = `customer-${customers++}`;
  const opened = await decide(client.server.deps, 'merchant-open', { user }, 'partner');
  await acceptToken((opened as { token: string }).token, 'host');
});

const at = () => open('/shopCenter', { '/shopCenter': Agreement });
const box = (page: ReturnType<typeof at>) => page.get('input[name=agreed]') as HTMLInputElement;

describe('the agreement of a merchant in an account that a partner has opened', () => {
  test('names the operator and the risk, and nothing is ticked beforehand', async () => {
    const page = at();
    await eventually(() => expect(page.text()).toContain('DEMO'));
    expect(page.text()).toContain('it may earn nothing');
    expect(page.get('link', 'Read the terms').getAttribute('href')).toBe('https://example.com/terms');
    expect(box(page).checked).toBe(false);
  });

  test('an agreement without the tick says beside it what is missing, and sends nothing', async () => {
    const page = at();
    await submit(page.get('form'));
    expect(describedBy(box(page))).toContain('Your shop opens once you agree to the terms.');
    expect(client.of('POST /v1/user/terms')).toEqual([]);
  });

  test('is asked once: afterwards the session owes none', async () => {
    const page = at();
    await press(box(page));
    await submit(page.get('form'));
    await eventually(() => expect(me.value.agreement).toBeNull());
    expect(session.value.status).toBe('signed-in');
    expect(client.of('POST /v1/user/terms')[0]?.body).toEqual({ termsVersion: '1' });
  });

  test('an agreement to terms that changed meanwhile shows the new ones, and agrees to nothing', async () => {
    const page = at();
    terms('2');
    await press(box(page));
    await submit(page.get('form'));
    await eventually(() => expect(page.text()).toContain('I agree to the terms, version 2.'));
    expect(page.text()).toContain('The terms have changed.');
    expect(box(page).checked).toBe(false);
    expect(me.value.agreement?.termsVersion).toBe('2');
  });

  test('stays asked for where no answer comes, with the tick kept', async () => {
    client.fault('POST /v1/user/terms', faults.refusedConnection);
    const page = at();
    await press(box(page));
    await submit(page.get('form'));
    await eventually(() => expect(page.all('alert').length).toBeGreaterThan(0));
    expect(box(page).checked).toBe(true);
    expect(me.value.agreement).not.toBeNull();
  });
});

test('the first payment password of such a merchant is chosen without a login password, which there is none of', async () => {
  const agreed = at();
  await press(box(agreed));
  await submit(agreed.get('form'));
  await eventually(() => expect(me.value.agreement).toBeNull());
  leave();
  const page = open('/payPassword', { '/payPassword': PayPassword });
  const field = (label: string) => page.get('textbox', label);
  expect(page.text()).not.toContain('Login password');
  await write(field('New payment password'), payPassword);
  await write(field('Confirm new payment password'), payPassword);
  await submit(page.get('form'));
  await eventually(() => expect(me.value.payPasswordSet).toBe(true));
});
