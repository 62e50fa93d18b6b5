/**
 * Returns the message of a check that valibot has no kind for: the same JSON of `[kind, limit]` as all others.
 *
 * @example v.regex(MONEY, problemMessage('money'))
 */
export function problemMessage(kind: string, limit: number | string | null = null): string {
  return JSON.stringify([kind, limit]);
}
