import type { ErrorName } from './errors.ts';

/** The meaning of a code that only decisions of the operator answer. */
const ofDecisions = 'A refusal of a decision by the operator; no call of this document answers it.';

/** What each code of the catalogue means to a client, and what it does next. */
export const codeTexts: Readonly<Record<ErrorName, string>> = {
  ok: 'The call succeeded; `data` is its answer.',
  systemBusy:
    'The server is busy or starting. Nothing happened: send the same again after `retryAfter` seconds.',
  operationBusy:
    'The same call, or another one on the same rows, is running. Send the same again under the same key.',
  invalidOperation:
    'The state of the subject does not allow it any more, such as an order that is paid already.',
  operationFailed:
    'It was not carried out and nothing was changed; `reason` says why, such as a new password that equals the old one.',
  badRequest: 'The body is no JSON or no form, or the request is no HTTP.',
  illegalRequest: 'The session was ended, by signing out or by another call. Sign in.',
  invalidRequest:
    'The request does not fit the call: too large, too often (`retryAfter`), or a method that it does not have.',
  parameterMissing: 'A field is missing; `field` names it.',
  recordNotFound: 'There is no such path, or no such subject in this shop.',
  invalidParameter: 'A value is not valid; `field` names it, `reason` says why, `params` the limit.',
  unauthorized:
    'The operator may not sell what was asked for, such as a level with the brand of another company.',
  noAuthentication: 'There is no token, or one that the server does not know. Sign in.',
  tokenExpired: 'The session has run out. Sign in, or ask the host for another token.',
  insufficientPermissions:
    'Something has to come first: `reason` says what, such as `terms` to agree to or an identity to verify.',
  invalidAccount: 'The account is closed. The `token` beside it is good for appealing.',
  accountDisabled:
    'The account is disabled; `restriction` has the reasons, and the `token` beside a sign-in is good for appealing.',
  credentialsRequired: 'The name or the password is missing.',
  wrongCredentials: 'The name or the password is wrong.',
  invalidVerificationCode: 'The verification code has run out or was tried too often. Ask for another one.',
  incorrectCode: 'The verification code is wrong.',
  codeRequired:
    'A verification code is needed as well: call `POST /verify_code`, then this one with `verifyCode`.',
  usernameExists: 'The name is taken.',
  usernameDuplicated: 'The name differs from one that is taken only in case or width.',
  routePathExists: ofDecisions,
  routeDuplicated: ofDecisions,
  oldPasswordIncorrect: 'The current password is wrong.',
  invitationCodeExists: ofDecisions,
  invitationCodeDuplicated: ofDecisions,
  insufficientBalance: 'The balance is too low; nothing was paid.',
  languageExists: ofDecisions,
  languageDuplicated: ofDecisions,
  languageNotConfigured: 'There are no texts in this language.',
  goodsTypeExists: ofDecisions,
  goodsTypeDuplicated: ofDecisions,
  goodsTypeNotConfigured: 'There is no such type of goods.',
  goodsCodeExists: ofDecisions,
  goodsCodeDuplicated: ofDecisions,
  logisticsExists: ofDecisions,
  logisticsDuplicated: ofDecisions,
  logisticsNotConfigured: 'The order has no parcel yet.',
  inviteCodeRequired:
    'The account was prepared and is not registered yet: register with the invitation code.',
  invalidUserPage: 'The operator has closed the pages of this account; `restriction` has the reasons.',
  inviteCodeInvalid: 'The invitation code is unknown, used or has run out.',
  inviteRegistrationClosed: 'Registration is closed.',
  loginError: 'The operator refuses sign-ins of this account. The `token` beside it is good for appealing.',
  feedbackLength: 'The feedback is too short or too long; the lengths are in `limits` of `GET /v1/me`.',
  addFailed: 'It could not be added: there is one already, or no room; `reason` says which.',
  oldPasswordWrong: 'The current payment password is wrong.',
  payAccountMaximum: 'There are as many withdrawal accounts as allowed.',
  payPasswordNotSet: 'No payment password is set: `POST /v1/user/update_pay_password` comes first.',
  payPasswordWrong: 'The payment password is wrong; after some tries it is locked for `retryAfter` seconds.',
  showcaseDeleteLimit: 'As many goods were taken off today as allowed; `deleteQuota` says until when.',
  belowMinimumDeposit:
    'The amount is below a minimum, or a deposit above the cap of a new shop; `params` has the limit.',
  withdrawalDisabled: 'Withdrawals are disabled for this shop; its wallet shows why.',
  walletFrozen: 'The wallet is frozen; its `holds` and `restrictions` say why, and where to appeal.',
  withdrawalAccountNotFound: 'There is no such withdrawal account.',
  showcaseGoodsMaximum: 'The showcase is full for this level.',
  userActivityAdded: 'This friend has an open invitation.',
  friendSupportMaximum: 'As many friends were invited today as allowed.',
  unknownError:
    'The server has a fault. Whether the call took effect is not known: ask `POST /v1/operation`.',
  systemError: 'The database or the machine has a fault. Whether the call took effect is not known.',
};
