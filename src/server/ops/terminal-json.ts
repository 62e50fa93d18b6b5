// C1 controls, which JSON leaves as they are, and what cannot be seen but turns round or hides what stands beside it.
const unseen = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** JSON to be read in a terminal: no text in it, some of which a merchant has written, does anything there. */
export const terminalJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    unseen,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
