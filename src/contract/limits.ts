/**
 * Default limits. A server may configure each of them; the ones in force arrive as `limits` of `GET /v1/me`,
 * so screens read them from the session and only forms without a session fall back to these.
 * Money is decimal text in the shop's currency, percentages are decimal text, the rest says its unit in its name.
 */
export const limits = {
  accountsPerUser: 5,
  feedbackMinGraphemes: 5,
  feedbackMaxGraphemes: 300,
  invitationsPerDay: 2,
  showcaseDeletionsPerDay: 10,
  uploadMb: 5,
  minimumDeposit: '20.00',
  minimumWithdrawal: '10.00',
  withdrawalFeePercent: '1.5',
  withdrawalFeeMinimum: '0.50',
  platformFeePercent: '5',
  payByHours: 48,
  autoAcceptDays: 7,
  returnWindowDays: 14,
  newAccountUsableAfterHours: 24,
  payPasswordTries: 5,
  payPasswordLockMinutes: 30,
  sessionIdleHours: 24,
  sessionAbsoluteDays: 7,
  quoteMinutes: 5,
  goodsByLevel: { shop: 20, merchant: 50, agent: 100, partner: 300 },
  depositByLevel: { shop: '0.00', merchant: '200.00', agent: '500.00', partner: '1000.00' },
};

/** Every limit by name, as `GET /v1/me` sends them. */
export type Limits = typeof limits;
