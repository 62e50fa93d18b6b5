import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toasts } from '../../src/ui/toast.tsx';
import { draw, press } from './draw.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const show = (tone?: 'bad' | 'good') => {
  const onDone = vi.fn();
  return { onDone, ...draw(<Toasts items={[{ id: 7, text: 'It failed', tone }]} onDone={onDone} />) };
};
const send = (element: Element | null, event: Event) => act(() => void element?.dispatchEvent(event));

test('the live region is there before the first message', () => {
  expect(draw(<Toasts items={[]} onDone={() => {}} />).get('status').textContent).toBe('');
});

test.each([
  ['bad', 3000],
  ['good', 2000],
  [undefined, 2000],
] as const)('a message of tone %s stays %i ms', (tone, ms) => {
  const { onDone, get } = show(tone);
  expect(get('status').textContent).toBe('It failed');
  wait(ms - 1);
  expect(onDone).not.toHaveBeenCalled();
  wait(1);
  expect(onDone).toHaveBeenCalledWith(7);
});

test.each([
  ['pointerenter', 'pointerleave'],
  ['focusin', 'focusout'],
])('%s pauses a toast and %s resumes it', (hold, release) => {
  const { onDone, place } = show('bad');
  const toast = place.querySelector('.toast');
  send(toast, new Event(hold, { bubbles: true }));
  wait(60_000);
  expect(onDone).not.toHaveBeenCalled();
  send(toast, new Event(release, { bubbles: true }));
  wait(3000);
  expect(onDone).toHaveBeenCalledOnce();
});

test('a toast with an undo stays longer, and is gone once it was pressed', () => {
  const onDone = vi.fn();
  const undo = vi.fn();
  const { get } = draw(<Toasts items={[{ id: 7, text: 'Saved', undo }]} onDone={onDone} />);
  wait(5999);
  expect(onDone).not.toHaveBeenCalled();
  press(get('button', 'Undo'));
  expect([undo.mock.calls.length, onDone.mock.calls]).toEqual([1, [[7]]]);
});

test('a toast can be dismissed', () => {
  const { onDone, get } = show();
  press(get('button', 'Dismiss'));
  expect(onDone).toHaveBeenCalledWith(7);
});
