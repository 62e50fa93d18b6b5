/** Sections of `locales/` that only the server says. */
export const serverSections: readonly string[];
/** Codes whose sentence comes with the answer. */
export const serverErrors: readonly number[];
