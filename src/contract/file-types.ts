/** The purposes of an upload; any other is answered with 404. */
export const uploadTypes = ['logo', 'qualification', 'comment', 'feedback', 'certificate'] as const;

/** Pictures that may be uploaded. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Purposes that also accept a PDF. */
const withPdf: readonly string[] = ['certificate', 'qualification'];

/** Returns the accepted media types of a purpose; PDF only for a certificate or a qualification. */
export const fileTypesFor = (purpose: string) =>
  withPdf.includes(purpose) ? ([...imageTypes, 'application/pdf'] as const) : imageTypes;

/** How a file names its columns and types: by words in the reader's language, or by keys and codes that never change, for programs. */
export const csvColumns = ['labels', 'keys'] as const;
