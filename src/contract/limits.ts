import { screenLimits } from './screen-limits.ts';

/**
 * Default limits. A server may configure each of them; the ones in force arrive as `limits` of `GET /v1/me`, so screens
 * read them from the session and only forms without a session fall back to these. Money is decimal text in the shop's
 * currency, percentages are decimal text, all others have their unit in their name.
 */
export const limits = {
  ...screenLimits,
  /** The most open feedback of a shop. */
  openFeedback: 10,
  invitationsPerDay: 2,
  /** How long an invitation is valid, and the most open ones of a shop. */
  invitationDays: 14,
  openInvitations: 20,
  /** The most reports of a shop's recharges that may be under review. */
  openRecharges: 20,
  showcaseDeletionsPerDay: 10,
  uploadsPerDay: 50,
  uploadMbPerDay: 100,
  identityAttemptsPerDay: 5,
  identityReviewDays: 2,
  minimumDeposit: '20.00',
  maximumDeposit: '50000.00',
  /** The most that a shop may recharge in all until a first withdrawal has been paid. */
  newShopDepositCap: '200.00',
  /** The small sum that a new shop is offered to withdraw as a check. */
  trialWithdrawal: '10.00',
  minimumWithdrawal: '10.00',
  withdrawalFeePercent: '1.5',
  withdrawalFeeMinimum: '0.50',
  platformFeePercent: '5',
  payByHours: 48,
  autoAcceptDays: 7,
  returnWindowDays: 14,
  /** How long a merchant has to answer a case. */
  afterSaleHours: 48,
  /** The platform's time to review a case before it ends, or is extended with a new statement. */
  caseReviewDays: 14,
  payPasswordTries: 5,
  payPasswordLockMinutes: 30,
  sessionIdleHours: 24,
  sessionAbsoluteDays: 7,
  quoteMinutes: 5,
  goodsByLevel: { shop: 20, merchant: 50, agent: 100, partner: 300 },
  appealDays: 14,
  feeByLevel: { shop: '0.00', merchant: '20.00', agent: '50.00', partner: '100.00' },
  depositByLevel: { shop: '0.00', merchant: '200.00', agent: '500.00', partner: '1000.00' },
};

/** Every limit by name, as `GET /v1/me` sends them. */
export type Limits = typeof limits;
