import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import deferredParts from '../../../src/screens/shop/deferred-parts.tsx';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import { addListed, place } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { switchTo } from '../../ui/draw.tsx';

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());
afterEach(async () => {
  leave();
  await switchTo('en');
});

const at = async ({ hasOrder = true } = {}) => {
  client.clear();
  const user = await client.server.addUser();
  const goods = await addListed(client.server, user);
  if (hasOrder) await place(client.server, user, goods.id);
  await client.signIn(user);
  return open('/shopCenter', { '/shopCenter': deferredParts.Slides });
};
const show = (slide: object) =>
  decide(client.server.deps, 'slide-create', { image: '/files/thing.svg', ...slide }, 'lead');

test('no slides are drawn where there are none, or where they did not load', async () => {
  const page = await at();
  await eventually(() => expect(client.of('POST /v1/swipeAd/list')).toHaveLength(1));
  expect(page.all('section')).toHaveLength(0);
  client.fault('POST /v1/swipeAd/list', faults.refusedConnection);
  await at();
  expect(page.all('section')).toHaveLength(0);
});

test('a shop without an order is shown no slides', async () => {
  await show({ alt: 'Bath and care' });
  const page = await at({ hasOrder: false });
  await eventually(() => expect(client.of('POST /v1/swipeAd/list')).toHaveLength(1));
  expect(page.all('section')).toHaveLength(0);
});

test('slides of the platform lead on; one that was paid for names who paid', async () => {
  await show({ alt: 'Bath and care', link: '/goodsList/warehouse' });
  await show({ alt: 'Headphones', advertiser: 'Overland Audio', rank: '1' });
  const page = await at();
  await page.says(/Bath and care.*HeadphonesAd Overland Audio/);
  expect(page.get('link', 'Bath and care').getAttribute('href')).toBe('/goodsList/warehouse');
  expect(page.all('link')).toHaveLength(1);
  expect(page.text().match(/Ad/g)).toHaveLength(1);
  await switchTo('ar');
  await page.says('إعلان');
});
