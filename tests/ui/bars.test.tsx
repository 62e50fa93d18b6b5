import { expect, test } from 'vitest';
import { MoneyBar } from '../../src/ui/money-bar.tsx';
import { ShareBar } from '../../src/ui/share-bar.tsx';
import { StepsBar } from '../../src/ui/steps-bar.tsx';
import { draw } from './draw.tsx';

const steps = ['Paid', 'You pay', 'Ships', 'Arrives', 'Yours'].map((title) => ({
  title,
  at: `on ${title} day`,
}));

test('a bar of steps is a list that names the current one, which alone has its date', () => {
  const { place, get } = draw(<StepsBar label="Progress" steps={steps} current={2} />);
  expect(get('ol', 'Progress').children).toHaveLength(5);
  expect(get('[aria-current=step]').textContent).toBe('Shipson Ships day');
  expect(place.querySelectorAll('[data-done]')).toHaveLength(2);
  expect(place.textContent).toBe('PaidYou payShipson Ships dayArrivesYours');
});

test('steps that ended early give the room of those to come to their end', () => {
  const { place } = draw(<StepsBar label="Progress" steps={steps.slice(0, 2)} current={1} ended />);
  expect((place.querySelector('[aria-current]') as HTMLElement).style.gridColumn).toBe('2 / 6');
});

const drawBar = (cost: string, yours: string) => {
  const { place } = draw(
    <MoneyBar
      currency="USD"
      parts={[
        { kind: 'cost', label: 'Cost', amount: cost },
        { kind: 'fee', label: 'Fee', amount: '1.50' },
        { kind: 'yours', label: 'Yours', amount: yours },
      ]}
    />,
  );
  return {
    shares: [...place.querySelectorAll<HTMLElement>('.bar > :not([hidden])')].map(
      (part) => `${part.dataset.part} ${part.style.getPropertyValue('--share')}`,
    ),
    texts: [...place.querySelectorAll('li')].map((part) => part.textContent),
  };
};

test('a bar of money has each part as wide as it is large, and names it with its amount', () => {
  expect(drawBar('20.00', '8.50')).toEqual({
    shares: ['cost 20', 'fee 1.5', 'yours 8.5'],
    texts: ['Cost $20.00', 'Fee $1.50', 'Yours $8.50'],
  });
});

test('a loss is the part of the cost that the price does not cover, and nothing earned has no part', () => {
  expect(drawBar('20.00', '-5.75')).toEqual({
    shares: ['cost 14.25', 'fee 1.5', 'loss 5.75'],
    texts: ['Cost $20.00', 'Fee $1.50', 'Yours −$5.75'],
  });
  expect(drawBar('28.50', '0.00').shares).toEqual(['cost 28.5', 'fee 1.5']);
});

test('the bar of a share is 3 of its 72 px at least, so that it is seen', () => {
  const { get } = draw(<ShareBar of="0.30" most={92.87} />);
  expect(Number(get('.meter').style.getPropertyValue('--value'))).toBeCloseTo((3 / 72) * 100);
});
