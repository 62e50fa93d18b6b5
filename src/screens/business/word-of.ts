import { type TextKey, t } from '../../lang/i18n.ts';

/** The word for one of the server's values; a value that this version does not know stays as it is. */
export const wordOf = (section: string, value: string) => t(`${section}.${value}` as TextKey) || value;
