/** As many as 1600 by 1200: papers are readable, and a long screenshot keeps its width. */
const maxPixels = 1_920_000;
/** Six seconds on a line of 400 kbit/s. */
const maxBytes = 300_000;
/** The quality falls until the file is no larger than that; below the last one small print would suffer. */
const qualities = [0.85, 0.75, 0.65, 0.5];

/** Returns whether the engine can redraw such a file; a document is sent unchanged. */
export const canShrink = ({ type }: File): boolean =>
  /^image\/(jpeg|png|webp)$/.test(type) && typeof createImageBitmap !== 'undefined';

/**
 * Redraws a photo upright and small, which removes the place where it was taken. A PNG that is small already is
 * unchanged: screenshots hold no place, and their text stays sharp. So is what the engine cannot draw; the server
 * removes what is left.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return file;
  const shrunk = await redraw(file, picture).catch(() => file);
  picture.close();
  return shrunk;
}

async function redraw(file: File, picture: ImageBitmap): Promise<File> {
  const scale = Math.min(1, Math.sqrt(maxPixels / (picture.width * picture.height)));
  if (file.type === 'image/png' && scale === 1 && file.size <= maxBytes) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext('2d');
  if (!pen) return file;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = (await encode(canvas, 'webp')) ?? (await encodeAsJpeg(canvas, pen));
  if (!blob) return file;
  return new File([blob], file.name.replace(/(\.\w+)?$/, `.${blob.type.slice(6)}`), { type: blob.type });
}

/** Returns null from an engine without an encoder of that type; it answers with a PNG. */
async function encode(canvas: HTMLCanvasElement, format: 'webp' | 'jpeg'): Promise<Blob | null> {
  const type = `image/${format}`;
  let blob: Blob | null = null;
  for (const quality of qualities) {
    blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
    if (blob?.type !== type) return null;
    if (blob.size <= maxBytes) break;
  }
  return blob;
}

function encodeAsJpeg(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D) {
  // Transparent pixels would become black.
  pen.globalCompositeOperation = 'destination-over';
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  return encode(canvas, 'jpeg');
}
