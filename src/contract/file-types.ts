/** What a file is for; any other is answered with 404. */
export const uploadTypes = ['logo', 'qualification', 'comment', 'feedback', 'certificate'] as const;

/** Pictures that may be uploaded. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** With these a paper may be sent, too. */
const withPaper: readonly string[] = ['certificate', 'qualification'];

/** The media types that are taken for a purpose; a PDF only where a certificate or a qualification is asked for. */
export const fileTypesFor = (purpose: string) =>
  withPaper.includes(purpose) ? ([...imageTypes, 'application/pdf'] as const) : imageTypes;
