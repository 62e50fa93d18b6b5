import { and, desc, eq } from 'drizzle-orm';
import { Hono, type Context as HonoContext } from 'hono';
import { formatMoney } from '../../contract/money.ts';
import type { Deps } from '../platform/context.ts';
import { demoText } from '../platform/texts/demo-texts.ts';
import { inlineMoney } from '../platform/texts/format.ts';
import { pickLang } from '../platform/texts/messages.ts';
import { translated } from '../platform/texts/translated.ts';
import { goods, showcase } from '../schema/goods.ts';
import { shops } from '../schema/shops.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const style = `body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:1rem;padding:0;list-style:none}
img{inline-size:100%;block-size:auto;border-radius:12px}`;

interface Page {
  lang: string;
  title: string;
  /** What stands below the title, as HTML. */
  body: string;
}

function send(c: HonoContext, { lang, title, body }: Page) {
  c.header(
    'content-security-policy',
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  );
  c.header('vary', 'accept-language');
  const dir = lang === 'ar' ? 'rtl' : 'ltr';
  return c.html(
    `<!doctype html><html lang="${lang}" dir="${dir}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style><h1>${escaped(title)}</h1>${body}`,
  );
}

/** Creates the pages that an operator publishes outside of Souk, as the demo has them: its terms, and a shop's front. */
export const createDemoPages = ({ db, config }: Deps): Hono => {
  const pages = new Hono();
  const langOf = (c: HonoContext) => pickLang(c.req.header('accept-language'), config.langs);
  const textIn = (key: 'terms' | 'terms_text' | 'front', lang: string) => {
    const { text, translations } = demoText('pages', key);
    return escaped(translated(text, translations, lang));
  };

  pages.get('/demo/terms', (c) => {
    const lang = langOf(c);
    return send(c, { lang, title: textIn('terms', lang), body: `<p>${textIn('terms_text', lang)}</p>` });
  });

  pages.get('/demo/shop/:shop', async (c) => {
    const lang = langOf(c);
    const [shop] = await db
      .select()
      .from(shops)
      .where(eq(shops.id, c.req.param('shop')));
    if (!shop) return c.notFound();
    const listed = await db
      .select({ price: showcase.sellingPrice, article: goods })
      .from(showcase)
      .innerJoin(goods, eq(goods.id, showcase.goodsId))
      .where(and(eq(showcase.shopId, shop.id), eq(showcase.status, 'listed')))
      .orderBy(desc(showcase.listedAt))
      .limit(60);
    const rows = listed.map(({ price, article }) => {
      const name = escaped(translated(article.name, article.translations, lang));
      const image = escaped(config.basePath + (article.images[0] ?? ''));
      return `<li><img src="${image}" alt=""><br>${name}<br><b>${inlineMoney(formatMoney(price), shop.currency, lang)}</b></li>`;
    });
    const body = `<p>${textIn('front', lang)}</p><ul>${rows.join('')}</ul>`;
    return send(c, { lang, title: shop.name, body });
  });
  return pages;
};
