import { afterEach, expect, test, vi } from 'vitest';
import { online, watchOnline } from '../../src/data/online.ts';

const device = vi.spyOn(navigator, 'onLine', 'get');
const become = (state: 'online' | 'offline') => {
  device.mockReturnValue(state === 'online');
  dispatchEvent(new Event(state));
};
afterEach(() => {
  become('online');
  online.value = true;
});

test('what was missed without a network is asked for once, whether an answer or the device shows first that it is back', () => {
  const onBack = vi.fn();
  const stop = watchOnline(onBack);
  become('offline');
  become('online');
  expect(onBack).toHaveBeenCalledTimes(1);
  become('offline');
  online.value = true;
  become('online');
  expect(onBack).toHaveBeenCalledTimes(2);
  stop();
  become('offline');
  online.value = true;
  expect(onBack).toHaveBeenCalledTimes(2);
});
