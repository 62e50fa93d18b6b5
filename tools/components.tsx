// The page of `node tools/gallery.mjs components`: every component in every state that a person can bring it into. Pressed
// and focused are forced by the gallery, which takes a picture of each.
import { useState } from 'react';
import { render } from 'react-dom';
import texts from '../locales/en.json';
import { addTexts } from '../src/lang/first.ts';
import { Amount } from '../src/ui/amount.tsx';
import { Badge } from '../src/ui/badge.tsx';
import { Breakdown } from '../src/ui/breakdown.tsx';
import { Button, LinkButton } from '../src/ui/button.tsx';
import { Card } from '../src/ui/card.tsx';
import { Choices } from '../src/ui/choices.tsx';
import { Empty } from '../src/ui/empty.tsx';
import { Field } from '../src/ui/field.tsx';
import { RadioGroup } from '../src/ui/form-radio-group.tsx';
import { Head } from '../src/ui/head.tsx';
import { IconButton } from '../src/ui/icon-button.tsx';
import { IconTile } from '../src/ui/icon-tile.tsx';
import { Bell } from '../src/ui/icons/bell.ts';
import { Plus } from '../src/ui/icons/plus.ts';
import { Wallet } from '../src/ui/icons/wallet.ts';
import { Item } from '../src/ui/item.tsx';
import { LoadError } from '../src/ui/load-error.tsx';
import { Meter } from '../src/ui/meter.tsx';
import { Note } from '../src/ui/note.tsx';
import { Pin } from '../src/ui/pin.tsx';
import type { Children, Tone } from '../src/ui/props.ts';
import { SearchBox } from '../src/ui/search-box.tsx';
import { Skeleton, SkeletonRows } from '../src/ui/skeleton.tsx';
import { Stars } from '../src/ui/stars.tsx';
import { Stat } from '../src/ui/stat.tsx';
import { TabBar } from '../src/ui/tab-bar.tsx';

const ignore = () => {};
const long = 'A text that is much longer than any other, in a language that needs many letters for few words';
const tones: readonly Tone[] = ['info', 'good', 'warn', 'bad', 'calm'];
const kinds = ['primary', 'soft', 'line', 'plain'] as const;

function Group({ name, children }: { name: string; children: Children }) {
  return (
    <section className="stack tight">
      <h2 className="label">{name}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  return (
    <Group name="Button, LinkButton, IconButton">
      {kinds.map((kind) => (
        <div key={kind} className="row tight wrap">
          <Button kind={kind}>{kind}</Button>
          <Button kind={kind} icon={Plus}>
            With an icon
          </Button>
          <Button kind={kind} waiting>
            Waiting
          </Button>
          <Button kind={kind} className="early">
            Missing something
          </Button>
          <Button kind={kind} busy>
            Busy
          </Button>
        </div>
      ))}
      <div className="row tight wrap">
        <Button kind="soft" data-tone="bad">
          Remove
        </Button>
        <Button>Keep</Button>
        <LinkButton href="#">A link</LinkButton>
        <IconButton icon={Bell} label="Notifications" count="99+" onClick={ignore} />
      </div>
      <Button kind="primary" block>
        {long}
      </Button>
    </Group>
  );
}

function Choosing() {
  const [view, setView] = useState('week');
  const items = ['day', 'week', 'month', long].map((value) => ({ value, label: value, count: value.length }));
  return (
    <Group name="Chips, SegmentedControl, RadioGroup">
      <Choices shape="words" label="Filters" items={items} value={view} onPick={setView} />
      <Choices shape="segments" label="Views" items={items.slice(0, 3)} value={view} onPick={setView} />
      <RadioGroup
        label="Account"
        items={[
          { value: 'day', label: 'A bank card', note: long },
          { value: 'week', label: 'A wallet' },
          { value: 'month', label: 'Not now', note: 'Verify your identity first.', disabled: true },
        ]}
        value={view}
        onPick={setView}
      />
    </Group>
  );
}

function Rows() {
  const figure = <Amount>$1,234.50</Amount>;
  return (
    <Group name="Item">
      <ul className="items">
        <Item title="A row that says one thing" />
        <Item title="A row that leads on" figure={figure} href="#" />
        <Item
          media={
            <IconTile tone="calm">
              <Wallet />
            </IconTile>
          }
          title="A row that acts"
          figure={figure}
          note="Nov 23, 12:38"
          noteFigure={<Amount tone="good">+$37.15</Amount>}
          onPress={ignore}
        >
          <div className="row between">
            <span className="small dot" data-tone="warn">
              Pay by Nov 25
            </span>
            <Button kind="primary">Pay</Button>
          </div>
        </Item>
        <Item
          title={<span className="clamp">{`${long} ${long}`}</span>}
          figure={<Amount>$987,654,321,661.70</Amount>}
          note={long}
        />
      </ul>
    </Group>
  );
}

function Fields() {
  const [text, setText] = useState('');
  const [pin, setPin] = useState('123');
  const field = (error?: string) => (
    <Field label="Amount" hint="At least $10.00." error={error}>
      {({ id, ...aria }) => (
        <span className="input">
          <input id={id} {...aria} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </span>
      )}
    </Field>
  );
  return (
    <Group name="Field, Pin, SearchBox">
      {field()}
      {field('You can withdraw up to $661.70.')}
      <Pin label="Payment password" value={pin} onPin={setPin} />
      <SearchBox label="Search" value={text} onText={setText} />
    </Group>
  );
}

function Facts() {
  return (
    <>
      <Group name="Badge, Note, dot">
        <div className="row tight wrap">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
        {tones.map((tone) => (
          <Note key={tone} tone={tone}>
            {tone === 'calm' ? long : 'Your wallet is frozen until Nov 30.'}
          </Note>
        ))}
        <div className="row tight wrap small">
          {tones.map((tone) => (
            <span key={tone} className="dot" data-tone={tone}>
              {tone}
            </span>
          ))}
        </div>
      </Group>
      <Card title="Card, Stat, Breakdown, Meter, Stars">
        <div className="cells">
          <Stat label="Visitors">
            <Amount>342</Amount>
          </Stat>
          <Stat label="Rating">
            <Stars value={4.6} text="4.6" />
          </Stat>
        </div>
        <p className="big">
          <Amount>$661.70</Amount>
        </p>
        <Breakdown
          rows={[
            { label: 'Amount', amount: <Amount>$100.00</Amount> },
            { label: 'Fee', amount: <Amount>-$1.00</Amount>, note: long },
            { label: 'You receive', amount: <Amount>$99.00</Amount>, total: true },
          ]}
        />
        <Meter label="Listed" value={12} max={20} text="12 of 20" />
      </Card>
      <Group name="Empty, LoadError">
        <details className="card small">
          <summary>{long}</summary>
          <p>{long}</p>
        </details>
        <Card>
          <Empty icon={Wallet} title="Nothing here yet" text={long}>
            <Button>Start</Button>
          </Empty>
        </Card>
        <Card>
          <LoadError onRetry={ignore} />
        </Card>
      </Group>
      <Group name="Skeleton, SkeletonRows">
        <SkeletonRows rows={2} />
        <Skeleton cards={1} />
      </Group>
    </>
  );
}

function Components() {
  return (
    <>
      <div className="frame">
        <Head title="Components">
          <Badge tone="calm">Demo</Badge>
          <IconButton icon={Bell} label="Notifications" onClick={ignore} />
        </Head>
        <main className="page stack">
          <Buttons />
          <Choosing />
          <Rows />
          <Fields />
          <Facts />
        </main>
      </div>
      <TabBar
        look="bar"
        index={1}
        hrefs={['#', '#', '#', '#']}
        raised={false}
        known={false}
        onRaise={ignore}
      />
    </>
  );
}

addTexts('en', 'first', texts);
addTexts('en', 'rest', texts);
render(<Components />, document.getElementById('souk') as HTMLElement);
