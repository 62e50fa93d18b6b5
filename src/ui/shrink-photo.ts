/** The longest side of a sent photo in pixels: papers are readable, and ten megabytes become half of one. */
const longest = 2048;
const quality = 0.88;

/** Returns whether the engine can redraw such a file; a document is sent unchanged. */
export const canShrink = ({ type }: File): boolean =>
  /^image\/(jpeg|png|webp)$/.test(type) && typeof createImageBitmap !== 'undefined';

/**
 * Redraws a photo upright and no longer than `longest`, which removes the place where it was taken. A PNG that is short
 * enough is unchanged: screenshots hold no place, and their text stays sharp. So is what the engine cannot draw; the
 * server removes what is left.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return file;
  const shrunk = await redraw(file, picture).catch(() => file);
  picture.close();
  return shrunk;
}

async function redraw(file: File, picture: ImageBitmap): Promise<File> {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const isPng = file.type === 'image/png';
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext('2d');
  if (!pen || (isPng && scale === 1)) return file;
  if (!isPng) {
    // Transparent pixels would become black.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const type = isPng ? file.type : 'image/jpeg';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  return blob
    ? new File([blob], file.name.replace(/\.\w+$/, '') + (isPng ? '.png' : '.jpg'), { type })
    : file;
}
