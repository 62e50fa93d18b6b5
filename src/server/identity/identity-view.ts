import type { Output } from '../../contract/calls.ts';
import { maskedName } from '../mask.ts';
import { appealTo } from '../restrictions/statements.ts';
import type { IdentityRow } from './identity-row.ts';
import { paperText } from './paper-codes.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Where verification stands, in the reader's words; what identifies the person is masked. */
export const identityView = (
  row: IdentityRow,
  { lang, attemptsLeft }: { lang: string; attemptsLeft: number },
): Output<'POST /v1/per/info'> => ({
  status: row.status,
  nameMasked: row.realName === null ? null : maskedName(row.realName),
  idNoMasked: row.idNumberMasked,
  submittedAt: iso(row.submittedAt),
  reviewBy: iso(row.reviewBy),
  expiresAt: iso(row.expiresAt),
  reasons: row.reasons.map(({ field, code }) => ({
    field,
    code,
    text: paperText(lang, code),
  })),
  note: row.note,
  appeal: row.statementId === null ? null : appealTo(row.statementId),
  attemptsLeft,
});
