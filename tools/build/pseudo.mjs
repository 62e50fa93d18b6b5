// en-XA, a pseudo-language for tests: English with accents, 40 % longer and in brackets. A text without accents was
// never translated; one without its bracket is cut off. Placeholders stay as they are.
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'àƀçđéƒğĥîĵķļḿñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĞĤÎĴĶĻḾÑÖÞɊŔŠŢÛṼŴẊÝŽ';
const letters = new Map([...plain].map((letter, index) => [letter, [...accented][index]]));
const filler = ' one two three four five six seven eight nine ten';

/**
 * @template T
 * @param {T} value a text, or a catalogue of texts
 * @returns {T}
 */
export function pseudo(value) {
  if (typeof value !== 'string')
    return /** @type {T} */ (
      Object.fromEntries(Object.entries(value).map(([key, text]) => [key, pseudo(text)]))
    );
  const dressed = value
    .split(/(\{\{[^}]*\}\})/)
    .map((piece) => (piece.startsWith('{{') ? piece : accent(piece)))
    .join('');
  return /** @type {T} */ (`[${dressed}${accent(longer(value))}]`);
}

function longer(text) {
  const length = Math.ceil(text.replace(/\{\{[^}]*\}\}/g, '').length * 0.4);
  return filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
}

function accent(text) {
  return [...text].map((letter) => letters.get(letter) ?? letter).join('');
}
