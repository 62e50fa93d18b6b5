import { describe, expect, test } from 'vitest';
import { Explained, ExplainedLine, splitText } from '../../src/ui/quotation.tsx';
import { draw } from './draw.tsx';

const of = { operatorTexts: ['Der Name weicht ab.', 'Regel 7'] };
const both = 'The name differs. Der Name weicht ab.';

describe('a text of the server', () => {
  test.each([
    [both, of, ['The name differs. ', 'Der Name weicht ab.']],
    ['Regel 7', of, ['', 'Regel 7']],
    ['The bank refused it.', of, ['The bank refused it.', '']],
    [both, {}, [both, '']],
    ['', of, ['', '']],
  ])('%j is split before what an operator wrote', (text, authored, parts) => {
    expect(splitText(text, authored)).toEqual(parts);
  });

  test('has the platform’s sentences first, and one quotation of all that an operator wrote', () => {
    const page = draw(<Explained texts={[both, undefined, 'Regel 7']} of={of} />);
    expect([...page.place.querySelectorAll(':scope > p')].map((one) => one.textContent)).toEqual([
      'The name differs. ',
    ]);
    expect(page.all('figcaption').map((one) => one.textContent)).toEqual(['In the platform’s words']);
    expect(page.all('blockquote p').map((one) => one.textContent)).toEqual([
      'Der Name weicht ab.',
      'Regel 7',
    ]);
  });

  test('is no quotation where its server does not say that an operator wrote it', () => {
    const page = draw(<Explained texts={[both]} of={{}} />);
    expect(page.all('p').map((one) => one.textContent)).toEqual([both]);
    expect(page.all('blockquote')).toEqual([]);
  });

  test('quotes an operator within a line, and keeps numbers in one piece', () => {
    const page = draw(<ExplainedLine text="Withdrawal W-20250303-AB12 ended. Regel 7" of={of} />);
    expect(page.all('q').map((one) => one.textContent)).toEqual(['Regel 7']);
    expect(page.all('bdi').map((one) => one.textContent)).toEqual(['W-20250303-AB12']);
  });
});
