import { Signal, signal } from '@preact/signals';
import { act } from 'preact/test-utils';
import { Component, type CSSProperties, createContext, createElement, useContext, useState } from 'react';
import redaxios from 'redaxios';
import { expect, test, vi } from 'vitest';
import { draw } from './draw.tsx';

// tools/build/unreachable.mjs takes out of the packages what Souk does not use. These tests run on what is left, as the
// browser does; here it is shown that they do, and that the rules components live by are still there.

test('the tests run on the packages as they are published', () => {
  expect(Component.prototype).not.toHaveProperty('isReactComponent');
  expect(Object.keys(Signal.prototype)).not.toContain('type');
  expect(Object.getOwnPropertyDescriptor(Signal.prototype, 'type')).toBeUndefined();
  expect(Object.keys(Signal.prototype)).not.toContain('toJSON');
  expect(redaxios).not.toHaveProperty('get');
});

test('a style is set, changed and removed, member by member', () => {
  let show = (_: CSSProperties | undefined) => {};
  const Bar = () => {
    const [style, setStyle] = useState<CSSProperties | undefined>({ '--share': 0.2, width: '2em' });
    show = setStyle;
    return <i style={style} />;
  };
  const { place } = draw(<Bar />);
  const { style } = place.querySelector('i') as HTMLElement;
  expect([style.getPropertyValue('--share'), style.width]).toEqual(['0.2', '2em']);
  act(() => show({ '--share': 0.4 }));
  expect([style.getPropertyValue('--share'), style.width]).toEqual(['0.4', '']);
  act(() => show(undefined));
  expect(style.getPropertyValue('--share')).toBe('');
});

test('a new value of a context reaches a hook below a component that is not drawn again', () => {
  const Depth = createContext(1);
  const Reader = () => <b>{useContext(Depth)}</b>;
  const between = <Reader />;
  let deepen = () => {};
  const Owner = () => {
    const [depth, setDepth] = useState(2);
    deepen = () => setDepth(3);
    return <Depth.Provider value={depth}>{between}</Depth.Provider>;
  };
  const { place } = draw(<Owner />);
  expect(place.textContent).toBe('2');
  act(() => deepen());
  expect(place.textContent).toBe('3');
});

test.each(['input', 'textarea'])('onChange of %s is heard at each key', (name) => {
  const change = vi.fn();
  const { place } = draw(createElement(name, { onChange: change }));
  const field = place.querySelector(name);
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  expect(change).toHaveBeenCalledOnce();
  field?.dispatchEvent(new Event('change', { bubbles: true }));
  expect(change).toHaveBeenCalledOnce();
});

test.each([
  ['input', { type: 'checkbox' }],
  ['input', { type: 'radio' }],
  ['input', { type: 'file' }],
  ['select', {}],
])('onChange of %s %j is heard when it is chosen', (name, props) => {
  const change = vi.fn();
  const { place } = draw(createElement(name, { ...props, onChange: change }));
  place.querySelector(name)?.dispatchEvent(new Event('change', { bubbles: true }));
  expect(change).toHaveBeenCalledOnce();
});

test('className is the class, of elements and of drawings', () => {
  const { place } = draw(
    <p className="words">
      <svg className="icon" aria-hidden="true" />
    </p>,
  );
  expect(place.querySelector('p.words > svg.icon')).not.toBeNull();
});

test('a component is drawn again when a signal that it read changes, and a list keeps its elements', () => {
  const names = signal(['a', 'b', 'c']);
  const List = () => (
    <ul>
      {names.value.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
  const { place } = draw(<List />);
  const items = () => [...place.querySelectorAll('li')];
  const [a, b, c] = items();
  act(() => {
    names.value = ['c', 'a', 'd', 'b'];
  });
  expect(items().map((item) => item.textContent)).toEqual(['c', 'a', 'd', 'b']);
  expect([items()[0], items()[1], items()[3]]).toEqual([c, a, b]);
});

test('a component that had nothing to draw is drawn at its place once it has', () => {
  const word = signal('');
  const Middle = () => (word.value ? <b>{word.value}</b> : null);
  const { place } = draw(
    <p>
      <i>first</i>
      <Middle />
      <i>last</i>
    </p>,
  );
  for (const [text, whole] of [
    ['then', 'firstthenlast'],
    ['', 'firstlast'],
    ['again', 'firstagainlast'],
  ] as const) {
    act(() => {
      word.value = text;
    });
    expect(place.textContent).toBe(whole);
  }
});

test.each(['input', 'textarea'])('%s shows the value that its component gives it', (name) => {
  const value = signal('29.90');
  const Field = () => createElement(name, { value: value.value, onChange: () => {} });
  const { place } = draw(<Field />);
  const field = place.querySelector(name) as HTMLInputElement;
  expect(field.value).toBe('29.90');
  field.value = 'typed';
  act(() => {
    value.value = '';
  });
  expect(field.value).toBe('');
});

test('a component that reads a signal is drawn again for other props, and not for the same', () => {
  const text = signal('a');
  const draws = vi.fn();
  const Row = ({ no }: { no: number }) => {
    draws(no, text.value);
    return <b>{no}</b>;
  };
  const { again } = draw(<Row no={1} />);
  again(<Row no={1} />);
  expect(draws.mock.calls).toEqual([[1, 'a']]);
  again(<Row no={2} />);
  expect(draws.mock.calls).toEqual([
    [1, 'a'],
    [2, 'a'],
  ]);
});

test('an error boundary catches an error while drawing, and the rest stays', () => {
  class Guard extends Component<{ children?: unknown }, { broken: boolean }> {
    override state = { broken: false };
    static override getDerivedStateFromError() {
      return { broken: true };
    }
    override render() {
      return this.state.broken ? <em>caught</em> : (this.props.children as never);
    }
  }
  let breakIt = () => {};
  const Fragile = () => {
    const [broken, setBroken] = useState(false);
    breakIt = () => setBroken(true);
    if (broken) throw new Error('broken on purpose');
    return <b>whole</b>;
  };
  const { place } = draw(
    <div>
      <i>beside</i>
      <Guard>
        <Fragile />
      </Guard>
    </div>,
  );
  expect(place.textContent).toBe('besidewhole');
  act(() => breakIt());
  expect(place.textContent).toBe('besidecaught');
});
