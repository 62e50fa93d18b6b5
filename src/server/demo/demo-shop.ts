import { demoLogin } from '../platform/config/demo-login.ts';
import type { Deps } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { hashPassword } from '../platform/passwords.ts';
import { demoSentences } from '../platform/texts/demo-texts.ts';
import { savedReplies } from '../schema/comments.ts';
import { users } from '../schema/session.ts';
import { nameKeyOf } from '../shops/sessions/usernames.ts';
import { openShop } from '../shops/shop/open-shop.ts';
import { scene, tones } from './drawings/scene.ts';
import { storeDrawing } from './pictures.ts';
import { seededRandom } from './seeded-random.ts';

/** Returns the demo shop's logo: a branch and an acorn on a round board. */
const shopLogo = (): string =>
  scene({
    tone: tones.olive,
    with: tones.oak,
    shapes: `<circle cx="80" cy="80" r="62" fill="${tones.cream.hi}" stroke="${tones.olive.deep}" stroke-width="5"/><path d="M46 116Q70 100 76 44" fill="none" stroke="${tones.oak.deep}" stroke-width="5" stroke-linecap="round"/><g fill="url(#a)"><path d="M74 52q-28-4-34-24 28-4 34 24zM70 80q-26 4-38-12 22-14 38 12zM58 104q-18 8-32-4 14-16 32 4z"/></g><path d="M92 72h36q0 38-18 46-18-8-18-46z" fill="url(#w)"/><path d="M86 74q4-22 24-22t24 22z" fill="${tones.oak.deep}"/><path d="M108 42h4v12h-4z" fill="${tones.oak.deep}"/>`,
  });

/** The shop's helper: the same orders and goods, but no product support, and no payment password yet. */
const demoHelper = { username: 'yusuf', password: 'souk-demo-2' };

export interface DemoShop {
  shopId: string;
  userId: string;
}

/** Opens the demo's shop with its merchant and helper, as of the clock's time. */
export async function openDemoShop(deps: Deps): Promise<DemoShop> {
  const { db, clock, config, random } = deps;
  const hash = (secret: string) => hashPassword(secret, config.passwordCost, random);
  const opened = await openShop(deps, {
    username: demoLogin.username,
    passwordHash: await hash(demoLogin.password),
    user: { payPasswordHash: await hash(demoLogin.payPassword), permissions: ['product_support'] },
    shop: {
      name: 'Olive & Oak Home',
      demo: true,
      level: 'shop',
      logo: await storeDrawing(deps, 'logo', shopLogo()),
      address: '14 Fountain Street, Demo Town',
      phone: '+000 555 010 4477',
    },
  });
  const { username, password } = demoHelper;
  await db.insert(users).values({
    id: newId(random, 'usr'),
    shopId: opened.shopId,
    username,
    nameKey: nameKeyOf(username),
    passwordHash: await hash(password),
    createdAt: clock.now(),
  });
  return opened;
}

/** Saves two replies to comments, as the demo's merchant. */
export async function saveReplies({ db, clock }: Deps, { shopId }: DemoShop): Promise<void> {
  const random = seededRandom('saved replies');
  const replies = [
    { text: demoSentences.reply_thanks, rating: 5 },
    { text: demoSentences.reply_sorry, rating: 1 },
  ];
  await db
    .insert(savedReplies)
    .values(replies.map((reply) => ({ ...reply, id: newId(random, 'rpl'), shopId, createdAt: clock.now() })));
}
