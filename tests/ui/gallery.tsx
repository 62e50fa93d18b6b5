// A page for looking at the components, by hand or by `gallery.mjs`; not shipped. Over 200 lines: one look at everything.
import { useState } from 'react';
import { render } from 'react-dom';
import * as v from 'valibot';
import ar from '../../locales/ar.json';
import en from '../../locales/en.json';
import { date, money, number, time } from '../../src/lang/format.ts';
import { dir, lang, putTexts } from '../../src/lang/i18n.ts';
import { Amount, Code } from '../../src/ui/amount.tsx';
import { Await } from '../../src/ui/await.tsx';
import { Badge } from '../../src/ui/badge.tsx';
import { Button, LinkButton } from '../../src/ui/button.tsx';
import { Card } from '../../src/ui/card.tsx';
import { Chart } from '../../src/ui/chart.tsx';
import type { Tone } from '../../src/ui/children.ts';
import { Chips } from '../../src/ui/chips.tsx';
import { Empty } from '../../src/ui/empty.tsx';
import { Form, FormButton } from '../../src/ui/form.tsx';
import { FormField, FormPassword, FormPin } from '../../src/ui/form-field.tsx';
import { Head } from '../../src/ui/head.tsx';
import { ArrowDownLeft } from '../../src/ui/icons/arrow-down-left.ts';
import { ArrowUpRight } from '../../src/ui/icons/arrow-up-right.ts';
import { BadgeCheck } from '../../src/ui/icons/badge-check.ts';
import { Bell } from '../../src/ui/icons/bell.ts';
import { Check } from '../../src/ui/icons/check.ts';
import { ChevronRight } from '../../src/ui/icons/chevron-right.ts';
import { CircleQuestionMark } from '../../src/ui/icons/circle-question-mark.ts';
import { ClipboardList } from '../../src/ui/icons/clipboard-list.ts';
import { Copy } from '../../src/ui/icons/copy.ts';
import { Headset } from '../../src/ui/icons/headset.ts';
import { IdCard } from '../../src/ui/icons/id-card.ts';
import { Languages } from '../../src/ui/icons/languages.ts';
import { Megaphone } from '../../src/ui/icons/megaphone.ts';
import { MessageSquareText } from '../../src/ui/icons/message-square-text.ts';
import { PackageOpen } from '../../src/ui/icons/package-open.ts';
import { PenLine } from '../../src/ui/icons/pen-line.ts';
import { Plus } from '../../src/ui/icons/plus.ts';
import { Trash } from '../../src/ui/icons/trash.ts';
import { Truck } from '../../src/ui/icons/truck.ts';
import { UserPlus } from '../../src/ui/icons/user-plus.ts';
import { Warehouse } from '../../src/ui/icons/warehouse.ts';
import { Mark } from '../../src/ui/mark.tsx';
import { Meter } from '../../src/ui/meter.tsx';
import { Note } from '../../src/ui/note.tsx';
import { OfflineBar } from '../../src/ui/offline-bar.tsx';
import { Dock, Page } from '../../src/ui/page.tsx';
import { Pin } from '../../src/ui/pin.tsx';
import { SearchBox } from '../../src/ui/search-box.tsx';
import { Seg } from '../../src/ui/seg.tsx';
import { Sheet } from '../../src/ui/sheet.tsx';
import { Skeleton } from '../../src/ui/skeleton.tsx';
import { Spine } from '../../src/ui/spine.tsx';
import { Stars } from '../../src/ui/stars.tsx';
import { Stat, Tile } from '../../src/ui/stat.tsx';
import { Sum } from '../../src/ui/sum.tsx';
import { TabBar } from '../../src/ui/tab-bar.tsx';
import { Tap } from '../../src/ui/tap.tsx';
import { Thumb, Thumbs } from '../../src/ui/thumb.tsx';
import { Toasts } from '../../src/ui/toast.tsx';

const asked = new URLSearchParams(location.search);
putTexts('en', 'first', en);
putTexts('en', 'rest', {});
putTexts('ar', 'first', ar);
putTexts('ar', 'rest', {});
lang.value = asked.get('lang') ?? 'en';

const arabic = lang.value === 'ar';
const say = (english: string, inArabic: string) => (arabic ? inArabic : english);
const usd = (figure: string | number) => money(figure, 'USD');
const photo = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="hsl(${hue} 30% 88%)"/><path d="M2 3h4v3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z" fill="hsl(${hue} 45% 45%)"/></svg>`)}`;
const week = say('Mon Tue Wed Thu Fri Sat Sun', 'الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد').split(
  ' ',
);
const line = (values: (number | null)[]) =>
  week.map((label, at) => {
    const value = values[at] ?? null;
    return { label, value, text: value === null ? '—' : usd(value) };
  });

function ShopCentre() {
  const [period, setPeriod] = useState('week');
  const [figure, setFigure] = useState(2);
  const figures = [
    [say('Clicks', 'النقرات'), number(1842)],
    [say('Purchase cost', 'تكلفة الشراء'), usd(486.3)],
    [say('Profit', 'الربح'), usd(171.45)],
  ] as const;
  const shortcuts = [
    [Warehouse, say('Warehouse', 'المستودع')],
    [Megaphone, say('Promotion', 'الترويج')],
    [UserPlus, say('Invite friends', 'دعوة الأصدقاء')],
    [IdCard, say('Verification', 'التحقق')],
    [MessageSquareText, say('Comments', 'التعليقات')],
    [CircleQuestionMark, say('Q&A', 'أسئلة')],
    [PenLine, say('Feedback', 'ملاحظات')],
    [Headset, say('Service', 'الخدمة')],
  ] as const;
  return (
    <>
      <Head title={say('Shop centre', 'مركز المتجر')}>
        <Tap icon={Languages} label="Language" href="#" />
        <Tap icon={Bell} label="Notifications, 3 unread" href="#" count={3} />
      </Head>
      <Page>
        <div className="stack cols">
          <section className="card shop stack">
            <div className="awning" />
            <div className="row">
              <Mark>AH</Mark>
              <div className="grow stack near">
                <h2>{say('Atlas Home Goods', 'أطلس للمنزل')}</h2>
                <p className="row tight wrap small muted">
                  <Badge icon={BadgeCheck}>{say('Merchant shop', 'متجر تاجر')}</Badge>{' '}
                  <span>
                    {say('No.', 'رقم')} <Code>208417</Code>
                  </span>
                </p>
              </div>
            </div>
            <div className="cells rule">
              <Stat label={say('Credit score', 'الرصيد الائتماني')}>
                <Amount>96</Amount>
              </Stat>
              <Stat
                label={
                  <>
                    {say('Rating', 'التقييم')} <Amount>4.5</Amount>
                  </>
                }
              >
                <Stars value={4.5} text="4.5" />
              </Stat>
              <Stat label={say('Visitors', 'الزوار')}>
                <Amount>{number(12480)}</Amount>
              </Stat>
            </div>
          </section>
          <a className="card row" href="#x">
            <Mark tone="warn">
              <ClipboardList />
            </Mark>
            <span className="grow">
              <strong>{say('2 orders wait for payment', 'طلبان بانتظار الدفع')}</strong>
              <br />
              <span className="small muted">
                {say('Purchase cost', 'تكلفة الشراء')} <Amount>{usd(85.3)}</Amount>
              </span>
            </span>
            <ChevronRight className="muted" />
          </a>
          <section className="card stack tall">
            <Seg
              label="Period"
              value={period}
              onPick={setPeriod}
              items={[
                { value: 'day', label: say('Today', 'اليوم') },
                { value: 'week', label: say('This week', 'هذا الأسبوع') },
                { value: 'month', label: say('This month', 'هذا الشهر') },
              ]}
            />
            <div className="cells tight" role="radiogroup" aria-label="Figure">
              {figures.map(([label, text], at) => (
                <Tile
                  key={label}
                  label={label}
                  group="figure"
                  checked={at === figure}
                  onPick={() => setFigure(at)}
                >
                  <Amount>{text}</Amount>
                </Tile>
              ))}
            </div>
            <Chart
              title={say('Profit a day', 'الربح اليومي')}
              now={{ name: say('This week', 'هذا الأسبوع'), points: line([28.4, 41.15, 22.7, 43.2, 36]) }}
              was={{
                name: say('Last week', 'الأسبوع الماضي'),
                points: line([31, 26.5, 35.2, 24.8, 38.9, 44.1, 29.3]),
              }}
              axis={(value) => money(value, 'USD').replace('.00', '')}
            />
          </section>
          <nav className="card shorts" aria-label="Shortcuts">
            {shortcuts.map(([Icon, label]) => (
              <a key={label} className="short" href="#x">
                <Mark>
                  <Icon />
                </Mark>
                {label}
              </a>
            ))}
          </nav>
        </div>
      </Page>
    </>
  );
}

const orders = [
  [
    'SK-20261120-0418',
    'warn',
    say('Pending payment', 'بانتظار الدفع'),
    say('Linen cushion cover, stoneware mug and 1 more', 'غطاء وسادة كتان وكوب خزفي وقطعة أخرى'),
    3,
  ],
  ['SK-20261119-0362', 'info', say('Shipped', 'تم الشحن'), say('Bedside table lamp', 'مصباح طاولة'), 1],
  [
    'SK-20261118-0340',
    'calm',
    say('Pending settlement', 'بانتظار التسوية'),
    say('City backpack 18 l', 'حقيبة ظهر'),
    2,
  ],
] as const;

function Orders() {
  const [status, setStatus] = useState('all');
  const names = [
    'all',
    ...say(
      'Pending payment,To be shipped,Shipped,To be accepted,Accepted',
      'بانتظار الدفع,للشحن,تم الشحن,للقبول,مقبول',
    ).split(','),
  ];
  return (
    <>
      <Head title={say('Orders', 'الطلبات')}>
        <Button kind="plain" icon={Plus}>
          {say('Add goods', 'إضافة')}
        </Button>
      </Head>
      <Page>
        <div className="stack">
          <OfflineBar since="10:42" />
          <Chips
            label="Status"
            value={status}
            onPick={setStatus}
            items={names.map((value, at) => ({
              value,
              label: value === 'all' ? say('All', 'الكل') : value,
              count: 48 - at * 7,
            }))}
          />
          <ul className="stack cols">
            {orders.map(([id, tone, name, goods, photos]) => (
              <li key={id} className="card stack tight">
                <div className="row between">
                  <h2>
                    <Code>{id}</Code>
                  </h2>
                  <Badge tone={tone as Tone}>{name}</Badge>
                </div>
                <div className="row">
                  <Thumbs photos={[90, 20, 200].slice(0, photos).map(photo)} />
                  <div className="grow">
                    <p>{goods}</p>
                    <p className="small muted">{date('2026-11-20')}, 09:14</p>
                  </div>
                </div>
                <div className="cells rule">
                  <Stat label={say('Sale amount', 'مبلغ البيع')}>
                    <Amount>{usd(86.4)}</Amount>
                  </Stat>
                  <Stat label={say('Purchase cost', 'تكلفة الشراء')}>
                    <Amount>{usd(61.2)}</Amount>
                  </Stat>
                  <Stat label={say('Profit', 'الربح')}>
                    <Amount>{usd(25.2)}</Amount>
                  </Stat>
                </div>
                <div className="row tight">
                  <LinkButton href="#x" block={tone !== 'warn'}>
                    {say('Details', 'التفاصيل')}
                  </LinkButton>
                  {tone === 'warn' && (
                    <Button kind="primary" className="grow">
                      {say('Pay purchase cost', 'دفع تكلفة الشراء')}
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </div>
      </Page>
    </>
  );
}

function Wallet() {
  return (
    <>
      <Head title={say('Wallet', 'المحفظة')} back="#x">
        <Badge tone="calm">{say('Demo', 'تجريبي')}</Badge>
      </Head>
      <Page>
        <div className="stack cols">
          <div className="stack">
            <Card>
              <div>
                <h2 className="small muted">{say('Balance', 'الرصيد')}</h2>
                <p className="big num">{usd(412.8)}</p>
                <p className="small muted">{say('Ready to use and to withdraw', 'متاح للاستخدام والسحب')}</p>
              </div>
              <div className="cells tight">
                <LinkButton kind="soft" icon={ArrowDownLeft} href="#x">
                  {say('Recharge', 'شحن')}
                </LinkButton>
                <LinkButton kind="soft" icon={ArrowUpRight} href="#x">
                  {say('Withdraw', 'سحب')}
                </LinkButton>
              </div>
            </Card>
            <Card title={say('All your money', 'جميع أموالك')}>
              <Sum
                rows={[
                  { label: say('Balance', 'الرصيد'), amount: usd(412.8) },
                  {
                    label: say('Frozen', 'مجمّد'),
                    amount: usd(120),
                    note: say(
                      'Withdrawal W-10442 is under review. Paid out or returned by Tue 24 Nov',
                      'السحب قيد المراجعة، يُدفع أو يُعاد بحلول 24 نوفمبر',
                    ),
                  },
                  { label: say('Shop balance', 'رصيد المتجر'), amount: usd(236.4) },
                  { label: say('Total', 'المجموع'), amount: usd(769.2), total: true },
                  {
                    label: say('In settlement', 'قيد التسوية'),
                    amount: usd(342.8),
                    note: say('4 orders, next payment on Tue 24 Nov', 'أربعة طلبات'),
                  },
                ]}
              />
            </Card>
          </div>
          <Card title={say('Order', 'الطلب')} aside={<Button icon={Copy}>{say('Copy', 'نسخ')}</Button>}>
            <Spine
              current={2}
              steps={[
                { title: say('Order placed', 'تم الطلب'), at: `${date('2026-11-19')}, 17:40` },
                { title: say('Purchase cost paid', 'تم دفع التكلفة'), at: `${date('2026-11-19')}, 17:58` },
                {
                  title: say('Shipped', 'تم الشحن'),
                  at: time('2026-11-20T07:31Z'),
                  note: say('Sorted at the Lyon hub', 'في مركز الفرز'),
                },
                {
                  title: say('Accepted by the customer', 'قبول العميل'),
                  at: say('Expected 23 to 25 Nov', 'متوقع'),
                },
                { title: say('Settled', 'التسوية') },
              ]}
            />
          </Card>
          <Card
            title={say('Listed goods', 'السلع المعروضة')}
            aside={<Amount>37 / 100</Amount>}
            className="tight"
          >
            <Meter label="Listed" value={37} max={100} text="37 of 100" />
          </Card>
          <ul className="card list">
            {[40, 160].map((hue) => (
              <li key={hue} className="row top">
                <Thumb src={photo(hue)} size={64} />
                <div className="grow">
                  <h2>{say('Bedside table lamp, linen shade', 'مصباح طاولة بغطاء كتان')}</h2>
                  <p className="small muted">
                    <Code>HG-2214</Code>
                  </p>
                  <p className="small">
                    <Amount tone="good">{usd(16.2)}</Amount>
                  </p>
                </div>
                <Tap icon={Trash} label="Remove" className="muted" />
              </li>
            ))}
          </ul>
          <ul className="tiles wide">
            {[300, 220, 120].map((hue) => (
              <li key={hue} className="card goods">
                <img src={photo(hue)} alt="" />
                <h2>{say('Stoneware mug', 'كوب خزفي')}</h2>
                <p className="small muted">
                  {say('Costs', 'التكلفة')} <Amount>{usd(9.8)}</Amount>
                </p>
                {hue === 220 ? (
                  <Button block icon={Check} disabled>
                    {say('Listed', 'معروض')}
                  </Button>
                ) : (
                  <Button kind="soft" block icon={Plus}>
                    {say('Add', 'إضافة')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      </Page>
    </>
  );
}

const login = v.object({
  username: v.pipe(v.string(), v.nonEmpty(), v.minLength(3)),
  password: v.pipe(v.string(), v.nonEmpty()),
  payPassword: v.pipe(v.string(), v.regex(/^\d{6}$/, '["six_digits",null]')),
});

function Forms() {
  const [query, setQuery] = useState('');
  return (
    <>
      <Head title={say('Sign in', 'تسجيل الدخول')} back="#x" />
      <Page>
        <div className="stack">
          <SearchBox label={say('Search your showcase', 'ابحث')} value={query} onText={setQuery} />
          <section className="card stack">
            <Form schema={login} id="f" onSubmit={() => Promise.reject({ code: 413, message: '' })}>
              <FormField
                name="username"
                label={say('Username', 'اسم المستخدم')}
                autocomplete="username"
                hint={say('3 to 64 characters', 'من 3 إلى 64 حرفًا')}
              />
              <FormPassword name="password" label={say('Password', 'كلمة المرور')} />
              <FormPin
                name="payPassword"
                label={say('Payment password', 'كلمة مرور الدفع')}
                hint={<a href="#x">{say('Forgotten?', 'نسيتها؟')}</a>}
              />
              <FormButton block>{say('Sign in', 'دخول')}</FormButton>
              <Button block waiting>
                {say('Waiting', 'انتظار')}
              </Button>
            </Form>
          </section>
          <Note tone="warn" icon={Truck}>
            <strong>{say('Send only USDT.', 'أرسل USDT فقط.')}</strong>{' '}
            {say('Anything else cannot be recovered.', 'لا يمكن استرداد غير ذلك.')}
          </Note>
        </div>
      </Page>
      <Dock>
        <Button kind="primary" block type="submit" form="f">
          {say('Send for review', 'إرسال')}
        </Button>
      </Dock>
    </>
  );
}

function States() {
  return (
    <>
      <Head title={say('States', 'الحالات')} />
      <Page>
        <div className="stack cols">
          <div className="stack">
            <Await of={{ loading: true }} onRetry={() => {}} skeleton={<Skeleton cards={2} />}>
              {() => null}
            </Await>
          </div>
          <Await
            of={{ loading: false, error: { code: 'timeout' } }}
            onRetry={() => {}}
            failed={say('Orders could not be loaded', 'تعذر تحميل الطلبات')}
          >
            {() => null}
          </Await>
          <Empty
            icon={PackageOpen}
            title={say('No refunded orders', 'لا طلبات مستردة')}
            text={say(
              'Orders that were refunded show here, with the amount and the reason.',
              'تظهر هنا الطلبات المستردة',
            )}
          >
            <LinkButton href="#x">{say('Show all orders', 'كل الطلبات')}</LinkButton>
          </Empty>
          <Await of={{ loading: false, data: [1], error: { code: 'network' } }} onRetry={() => {}}>
            {() => <Card title={say('Old data stays', 'البيانات القديمة')} />}
          </Await>
          <div className="row wrap">
            {(['good', 'warn', 'bad', 'calm', 'info'] as const).map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </div>
        </div>
      </Page>
    </>
  );
}

function Pay() {
  const [pin, setPin] = useState('135');
  return (
    <>
      <Orders />
      <Sheet title={say('Pay purchase cost', 'دفع تكلفة الشراء')} onClose={() => {}}>
        <div className="stack">
          <p className="muted">
            <Code>SK-20261120-0418</Code>
          </p>
          <Sum
            rows={[
              { label: say('Goods, purchase price', 'سعر السلع'), amount: usd(54.7) },
              { label: say('Shipping', 'الشحن'), amount: usd(6.5) },
              { label: say('You pay now', 'تدفع الآن'), amount: usd(61.2), total: true },
              { label: say('Balance after', 'الرصيد بعدها'), amount: usd(351.6) },
            ]}
          />
          <Note>
            {say(
              'You receive $86.40 when the order is settled: the cost plus $25.20 profit.',
              'تستلم المبلغ عند التسوية.',
            )}
          </Note>
          <Pin
            label={say('Payment password', 'كلمة مرور الدفع')}
            value={pin}
            onPin={setPin}
            hint={<a href="#x">{say('Forgotten?', 'نسيتها؟')}</a>}
            error={
              asked.has('wrong')
                ? say('Wrong payment password. Nothing was paid.', 'كلمة المرور غير صحيحة')
                : undefined
            }
          />
          <Button kind="primary" block>
            {say('Pay', 'ادفع')} {usd(61.2)}
          </Button>
        </div>
      </Sheet>
      <Toasts
        items={[
          { id: 1, text: say('Copied.', 'تم النسخ.') },
          { id: 2, tone: 'bad', text: say('No connection. Check your network and try again.', 'لا اتصال.') },
        ]}
        onDone={() => {}}
      />
    </>
  );
}

const screens = { shop: ShopCentre, orders: Orders, wallet: Wallet, form: Forms, states: States, pay: Pay };
const name = (asked.get('screen') ?? 'shop') as keyof typeof screens;

function Gallery() {
  const [raised, raise] = useState(asked.has('raised'));
  const Screen = screens[name];
  return (
    <div
      className="souk"
      dir={dir.value}
      lang={lang.value}
      data-theme={asked.get('theme') ?? undefined}
      style={asked.get('accent') ? `--souk-accent:${asked.get('accent')}` : undefined}
    >
      <Screen />
      {name !== 'form' && (
        <TabBar index={0} hrefs={['#0', '#1', '#2', '#3']} raised={raised} onRaise={raise} />
      )}
    </div>
  );
}

document.documentElement.lang = lang.value;
document.documentElement.dir = dir.value;
const place = document.getElementById('app');
if (place) render(<Gallery />, place);
