/** Masks all but the last characters; an empty text stays empty, and a short one shows nothing. */
export const masked = (text: string, shown = 4): string => {
  if (text === '') return '';
  return text.length > shown * 2 ? `•••• ${text.slice(-shown)}` : '••••';
};

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Masks a person's name but for the first letter of each word: enough for its owner to recognise it. */
export const maskedName = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => `${[...letters.segment(word)][0]?.segment ?? ''}•••`)
    .join(' ');
