/** Joins sentences: by a space, but for one that ends in a full-width mark, which has its room within it. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.reduce((text, sentence) => `${text}${/[。！？]$/u.test(text) ? '' : ' '}${sentence}`);
