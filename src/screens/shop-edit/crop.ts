/** A picture for the logo, and where its square is cut: 0 the beginning, 100 the end. */
export interface LogoChoice {
  readonly file: File;
  readonly at: number;
  /** Set once the cut picture was uploaded. */
  readonly fileId?: string;
}

/** The largest size of a logo, on screens with several dots to a pixel, too. */
const maxSize = 512;

/**
 * Cuts the square of a picture that the preview shows. An engine that cannot draw it sends the whole picture, which
 * every place that shows a logo cuts in the middle.
 */
export async function cropLogo({ file, at }: LogoChoice): Promise<File> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext?.('2d');
  if (!pen || typeof createImageBitmap === 'undefined') return file;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  const { width, height } = picture;
  const side = Math.min(width, height);
  const size = Math.min(side, maxSize);
  canvas.width = size;
  canvas.height = size;
  const [x, y] = [((width - side) * at) / 100, ((height - side) * at) / 100];
  pen.drawImage(picture, x, y, side, side, 0, 0, size, size);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  return blob ? new File([blob], 'logo.png', { type: blob.type }) : file;
}
