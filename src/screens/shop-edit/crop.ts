/** A picture for the logo, and which part of it stays where it is cut square: 0 the beginning, 100 the end. */
export interface LogoChoice {
  readonly file: File;
  readonly at: number;
  /** Once the cut picture is with the server. */
  readonly fileId?: string;
}

/** As large as a logo is ever drawn, on screens with several dots to a pixel, too. */
const most = 512;

/**
 * The square of a picture as the preview shows it. An engine that cannot draw it keeps the whole picture, which every
 * place that shows a logo cuts in the middle.
 */
export async function cropped({ file, at }: LogoChoice): Promise<File> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext?.('2d');
  if (!pen || typeof createImageBitmap === 'undefined') return file;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  const { width, height } = picture;
  const side = Math.min(width, height);
  const size = Math.min(side, most);
  canvas.width = size;
  canvas.height = size;
  const [x, y] = [((width - side) * at) / 100, ((height - side) * at) / 100];
  pen.drawImage(picture, x, y, side, side, 0, 0, size, size);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  return blob ? new File([blob], 'logo.png', { type: blob.type }) : file;
}
