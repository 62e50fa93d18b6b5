import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { specOf } from '../../src/contract/calls.ts';
import { refusalOf } from '../../src/contract/messages.ts';

const spec = specOf('POST /v1/home/feedback');

function answer(content: unknown): number {
  const result = v.safeParse(spec.input, { content });
  return result.success ? 200 : refusalOf(result.issues, spec.fieldCodes).code;
}

const family = '👨‍👩‍👧‍👦';
const accented = 'e\u0301';
const graphemes = (text: string) => [...new Intl.Segmenter().segment(text.normalize('NFC').trim())].length;

describe('feedback', () => {
  test.each([
    ['four letters', 'four', 441],
    ['five letters', 'fives', 200],
    ['five letters among spaces', '  fives  ', 200],
    ['four letters among spaces', '  four   ', 441],
    ['300 letters', 'x'.repeat(300), 200],
    ['301 letters', 'x'.repeat(301), 441],
    ['four families', family.repeat(4), 441],
    ['five families', family.repeat(5), 200],
    ['300 families', family.repeat(300), 200],
    ['301 families', family.repeat(301), 441],
    ['four letters with accents', accented.repeat(4), 441],
    ['five letters with accents', accented.repeat(5), 200],
    ['nothing', undefined, 441],
    ['spaces', '       ', 441],
    ['few graphemes of many bytes', `fives${'\u0301'.repeat(20_000)}`, 441],
  ])('feedback of %s answers by what a reader counts', (_, content, code) => {
    expect(answer(content)).toBe(code);
  });

  test('counts as Intl.Segmenter does, after NFC and trim', () => {
    const piece = fc.constantFrom('a', ' ', accented, family, '🇸🇦', 'ش', '\r\n', '한', 'क्षि');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 330 }), (pieces) => {
        const length = graphemes(pieces.join(''));
        return (answer(pieces.join('')) === 200) === (length >= 5 && length <= 300);
      }),
    );
  });
});
