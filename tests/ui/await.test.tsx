import { signal } from '@preact/signals';
import { act } from 'preact/test-utils';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Await, InlineError, type Loaded } from '../../src/ui/await.tsx';
import { isOfflineShown } from '../../src/ui/offline.ts';
import { draw, press } from './draw.tsx';

beforeAll(() => InlineError.preload());
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const retry = vi.fn();
const show = (of: Loaded<{ list: string[] }>) => {
  const source = signal(of);
  const drawn = draw(
    <Await
      of={source}
      onRetry={retry}
      skeleton={<b>skeleton</b>}
      empty={<p>Nothing yet</p>}
      failed="Orders failed"
    >
      {(data) => <p>{data.list.join()}</p>}
    </Await>,
  );
  return { ...drawn, source };
};
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('loading is silent for 150 ms, then says so and draws the skeleton', () => {
  const { place, all, get } = show({ loading: true });
  expect(place.querySelector('[aria-busy=true]')).not.toBeNull();
  wait(149);
  expect(all('status')).toEqual([]);
  wait(1);
  expect(get('status').textContent).toBe('Loading');
  expect(place.textContent).toContain('skeleton');
});

test('an empty list shows what would be here', () => {
  expect(show({ loading: false, data: { list: [] } }).place.textContent).toBe('Nothing yet');
});

test('an error shows its reason and a retry that asks again', () => {
  const { get } = show({ loading: false, error: { code: 'timeout' } });
  expect(get('alert').textContent).toContain('Orders failed');
  expect(get('alert').textContent).toContain('The server took too long to answer.');
  press(get('button', 'Try again'));
  expect(retry).toHaveBeenCalledOnce();
});

test('a retry that is under way loads again and ends in the data', () => {
  const { place, all, source } = show({ loading: false, error: { code: 'network' } });
  act(() => {
    source.value = { loading: true, error: { code: 'network' } };
  });
  expect(all('alert')).toEqual([]);
  act(() => {
    source.value = { loading: false, data: { list: ['one'] } };
  });
  expect(place.textContent).toBe('one');
});

test('old data stays while it refreshes and beside the reason of a failed refresh', () => {
  const { place, get, source } = show({ loading: true, data: { list: ['one'] } });
  wait(1000);
  expect(place.textContent).toBe('one');
  act(() => {
    source.value = { loading: false, data: { list: ['one'] }, error: { code: 'network' } };
  });
  expect(get('status').textContent).toContain('No connection.');
  expect(place.textContent).toContain('one');
});

test('where a bar says that there is no network, an error says only what is not here', () => {
  isOfflineShown.value = true;
  const { place, all, source } = show({
    loading: false,
    data: { list: ['one'] },
    error: { code: 'network' },
  });
  expect(place.textContent).toBe('one');
  act(() => {
    source.value = { loading: false, error: { code: 'network' } };
  });
  expect(place.textContent).toBe('Orders failedTry again');
  act(() => {
    source.value = { loading: false, data: { list: ['one'] }, error: { code: 500, message: 'Full.' } };
  });
  expect(all('status').map((one) => one.textContent)).toEqual(['Full.Try again']);
  isOfflineShown.value = false;
});
