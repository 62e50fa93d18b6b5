/**
 * The error catalogue: every code a call may answer, by name. `codes.ok` is the only success.
 * Clients branch on the code and never on the message, which is in the reader's language.
 *
 * @example if (error.code === codes.insufficientBalance) showRecharge();
 */
export const codes = {
  ok: 200,
  systemBusy: 201,
  operationBusy: 202,
  invalidOperation: 203,
  operationFailed: 204,
  badRequest: 400,
  illegalRequest: 401,
  invalidRequest: 402,
  parameterMissing: 403,
  recordNotFound: 404,
  invalidParameter: 405,
  unauthorized: 406,
  noAuthentication: 407,
  tokenExpired: 408,
  insufficientPermissions: 409,
  invalidAccount: 410,
  accountDisabled: 411,
  credentialsRequired: 412,
  wrongCredentials: 413,
  invalidVerificationCode: 414,
  incorrectCode: 415,
  codeRequired: 416,
  usernameExists: 417,
  usernameDuplicated: 418,
  routePathExists: 419,
  routeDuplicated: 420,
  oldPasswordIncorrect: 421,
  invitationCodeExists: 422,
  invitationCodeDuplicated: 423,
  insufficientBalance: 424,
  languageExists: 425,
  languageDuplicated: 426,
  languageNotConfigured: 427,
  goodsTypeExists: 428,
  goodsTypeDuplicated: 429,
  goodsTypeNotConfigured: 430,
  goodsCodeExists: 431,
  goodsCodeDuplicated: 432,
  logisticsExists: 433,
  logisticsDuplicated: 434,
  logisticsNotConfigured: 435,
  inviteCodeRequired: 436,
  invalidUserPage: 437,
  inviteCodeInvalid: 438,
  inviteRegistrationClosed: 439,
  loginError: 440,
  feedbackLength: 441,
  addFailed: 442,
  oldPasswordWrong: 443,
  payAccountMaximum: 444,
  payPasswordNotSet: 445,
  payPasswordWrong: 446,
  showcaseDeleteLimit: 447,
  belowMinimumDeposit: 448,
  withdrawalDisabled: 449,
  walletFrozen: 450,
  withdrawalAccountNotFound: 451,
  showcaseGoodsMaximum: 452,
  userActivityAdded: 453,
  friendSupportMaximum: 454,
  unknownError: 500,
  systemError: 501,
} as const;

/** `insufficientBalance` for 424. */
export type ErrorName = keyof typeof codes;
/** 424 for `insufficientBalance`. */
export type ErrorCode = (typeof codes)[ErrorName];

/**
 * Failures before an envelope is read; closed, each with one text and one reaction in the client. `status` is an answer
 * outside 2xx without an envelope.
 */
export const clientErrors = ['timeout', 'network', 'protocol', 'cancelled', 'aborted', 'status'] as const;
/** The failure of a call without an answer of the server. */
export type ClientError = (typeof clientErrors)[number];

/**
 * Codes that leave an Idempotency-Key free: nothing took effect, so the same key may be sent again. A client sends
 * the same key after them, and makes a new one after any other refusal.
 */
export const keyFreeing: readonly ErrorCode[] = [402, 405, 424, 445, 446, 449, 450];
