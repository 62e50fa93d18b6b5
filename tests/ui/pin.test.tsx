import { useState } from 'react';
import { expect, test } from 'vitest';
import { Pin, pinDigits } from '../../src/ui/pin.tsx';
import { describedBy, draw, write } from './draw.tsx';

test.each([
  ['١٣٥٧٩٠', '135790'],
  ['۱۳۵۷۹۰', '135790'],
  ['１３５７９０', '135790'],
  [' 135 790 ', '135790'],
  ['135-790-11', '135790'],
  ['abc', ''],
])('%s is taken as %s', (typed, digits) => {
  expect(pinDigits(typed)).toBe(digits);
});

function Case({ error }: { error?: string }) {
  const [pin, setPin] = useState('');
  return <Pin label="Payment password" value={pin} onPin={setPin} error={error} hint="6 digits" />;
}

test('one labelled input takes a paste and a password manager, and shows no digit', async () => {
  const { all, get, place } = draw(<Case />);
  expect(all('textbox')).toHaveLength(1);
  const input = get('textbox', 'Payment password') as HTMLInputElement;
  expect([input.type, input.autocomplete, input.maxLength]).toEqual(['password', 'current-password', -1]);
  await write(input, '135 790');
  expect(input.value).toBe('135790');
  expect(place.querySelector<HTMLElement>('.pin')?.style.getPropertyValue('--n')).toBe('6');
  expect(place.textContent).not.toContain('1');
});

test('an error belongs to the input', () => {
  const input = draw(<Case error="Wrong payment password." />).get('textbox');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(input)).toBe('Wrong payment password. 6 digits');
});
