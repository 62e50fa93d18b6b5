import { act } from 'preact/test-utils';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazySheet, Sheet } from '../../src/ui/sheet.tsx';
import { draw, press } from './draw.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PriceSheet = ({ onClose }: { onClose: () => void }) => <Sheet title="Price" onClose={onClose} />;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms).then(() => {}));

/** A screen that opens a sheet, which cannot be loaded so many times. */
function drawScreen(failures: number) {
  let left = failures;
  const Late = lazySheet(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: PriceSheet };
  });
  const Screen = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Change price
        </button>
        {isOpen && <Late onClose={() => setOpen(false)} />}
      </>
    );
  };
  return draw(<Screen />);
}

test('a sheet that cannot be loaded says so, and does not open by itself when the network is back', async () => {
  const page = drawScreen(3);
  press(page.get('button', 'Change price'));
  await pass(1_500);
  press(page.get('button', 'Close'));
  act(() => void dispatchEvent(new Event('online')));
  await pass(2_000);
  expect(page.all('dialog')).toEqual([]);
});

test('a sheet that could not be loaded opens by a retry', async () => {
  const page = drawScreen(3);
  press(page.get('button', 'Change price'));
  await pass(1_500);
  expect(page.get('dialog').textContent).toContain('Couldn’t load this');
  press(page.get('button', 'Try again'));
  await pass(0);
  expect(page.get('dialog', 'Price')).toBeTruthy();
});
