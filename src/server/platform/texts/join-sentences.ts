/**
 * Joins the sentences that are there: by a space, but for one that ends in a full-width mark, which has its room within
 * it. Empty where there are none.
 */
export const joinSentences = (sentences: readonly (string | null)[]): string =>
  sentences
    .flatMap((sentence) => sentence || [])
    .map((sentence, at, all) =>
      at + 1 === all.length || /[。！？]$/u.test(sentence) ? sentence : `${sentence} `,
    )
    .join('');
