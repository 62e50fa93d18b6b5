const grounds = ['clay', 'sage', 'sand'] as const;

/** Returns the colour on which the pictures of a category lie: the same one everywhere. */
export function groundOf(typeId: string | undefined) {
  const sum = [...(typeId ?? '')].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return grounds[sum % grounds.length];
}
