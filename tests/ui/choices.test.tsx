import { expect, test, vi } from 'vitest';
import { Button } from '../../src/ui/button.tsx';
import { Choices } from '../../src/ui/choices.tsx';
import { draw, press } from './draw.tsx';

test('choices that have addresses are links, and the current one is marked', () => {
  const items = [
    { value: 'all', label: 'All', count: 48, href: '/orderList' },
    { value: 'shipped', label: 'Shipped', count: 5, href: '/orderList?status=shipped' },
  ];
  const { all } = draw(<Choices shape="words" label="Status" items={items} value="shipped" />);
  expect(all('link').map((link) => link.getAttribute('aria-current'))).toEqual([null, 'true']);
});

test('choices without addresses are radio buttons of one group', () => {
  const onPick = vi.fn();
  const items = [
    { value: 'day', label: 'Today' },
    { value: 'week', label: 'This week' },
  ];
  const { all, get } = draw(
    <Choices shape="segments" label="Period" items={items} value="day" onPick={onPick} />,
  );
  const radios = all('radio') as HTMLInputElement[];
  expect(radios.map((radio) => radio.checked)).toEqual([true, false]);
  expect(new Set(radios.map((radio) => radio.name)).size).toBe(1);
  press(get('radio', 'This week'));
  expect(onPick).toHaveBeenCalledWith('week');
});

test.each(['waiting', 'busy'])('a button that is %s stays focusable and does nothing', (state) => {
  const onClick = vi.fn();
  const props = { [state]: true };
  const { get } = draw(
    <Button {...props} onClick={onClick}>
      Pay
    </Button>,
  );
  const button = get('button', 'Pay');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.hasAttribute('disabled')).toBe(false);
  press(button);
  expect(onClick).not.toHaveBeenCalled();
});
