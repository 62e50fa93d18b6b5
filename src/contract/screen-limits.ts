/** The limits to which screens fall back: the only ones of which the app has a copy. */
export const screenLimits = {
  accountsPerUser: 5,
  feedbackMinGraphemes: 5,
  feedbackMaxGraphemes: 300,
  /** The time to answer feedback. */
  feedbackReplyDays: 3,
  uploadMb: 5,
  newAccountUsableAfterHours: 24,
  /** After a change or a reset; a first payment password may be used at once. */
  payPasswordUsableAfterHours: 24,
};

/** The bytes of one MB in `uploadMb` and `uploadMbPerDay`: the larger of its two common meanings. */
export const bytesPerMb = 1_048_576;
