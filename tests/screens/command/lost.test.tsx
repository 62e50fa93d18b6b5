import { act } from 'preact/test-utils';
import type { FC } from 'react';
import { expect, test, vi } from 'vitest';
import { markSent, wasSent } from '../../../src/data/command.ts';
import Identity from '../../../src/screens/identity/identity.tsx';
import LoginPassword from '../../../src/screens/login-password/login-password.tsx';
import PayPassword from '../../../src/screens/pay-password/pay-password.tsx';
import Recharge from '../../../src/screens/recharges/recharge.tsx';
import type { Client } from '../../harness/client.ts';
import { verify } from '../../harness/identity.ts';
import { openTronChannel, operator } from '../../harness/recharging.ts';
import { open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { withMerchant } from '../../harness/with-merchant.ts';

let client: Client;
let amina: TestUser;
withMerchant({ start: new Date().toISOString() }, (given) => {
  ({ client, amina } = given);
});

interface Sent {
  intention: string;
  url: string;
  screen: FC;
  arrange?: () => Promise<unknown>;
  /** The button that leads to the form. */
  way?: string;
}

const sent: Sent[] = [
  {
    intention: 'recharge',
    url: '/recharge',
    screen: Recharge,
    arrange: async () => {
      client.server.deps.config.operator = operator;
      await openTronChannel(client.server);
      await verify(client.server, amina);
    },
  },
  { intention: 'login-password', url: '/loginPassword', screen: LoginPassword },
  { intention: 'pay-password', url: '/payPassword', screen: PayPassword },
  { intention: 'identity', url: '/identity', screen: Identity, way: 'Start' },
];

test.each(sent)(
  'the form of $intention that was left while it was sent says after a reload that nothing was changed, and is free again',
  async ({ intention, url, screen, arrange, way }) => {
    await arrange?.();
    await client.signIn(amina);
    markSent(intention);
    const page = open(url, { [url]: screen });
    if (way) await page.press('button', way);
    await page.says(/checking the status/i);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const steps = setInterval(() => act(() => void vi.advanceTimersByTime(500)), 10);
    await vi
      .waitUntil(() => !wasSent(intention), { timeout: 10_000 })
      .finally(() => {
        clearInterval(steps);
        vi.useRealTimers();
      });
    await page.says('That didn’t work. Nothing was changed. Please try again.');
    expect(page.all('[role=alert]')).toHaveLength(1);
    expect(page.text()).not.toMatch(/checking the status/i);
    expect(page.all('[aria-busy]')).toEqual([]);
  },
);
