// Writes archives of a few files, the same bytes for the same files: no owner and no time of their own.

const block = 512;

/** The time that `npm pack` gives to every file, in seconds: archives before 1980 trouble some programs. */
const time = 499_162_500;

/**
 * Returns the tar archive (ustar) of files in one folder.
 * @param {string} folder
 * @param {{ path: string, contents: Uint8Array }[]} files
 */
export function tar(folder, files) {
  const parts = files.flatMap(({ path, contents }) => [
    header(`${folder}/${path}`, contents.length),
    contents,
    Buffer.alloc(-contents.length & (block - 1)),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

function header(name, size) {
  const bytes = Buffer.alloc(block);
  bytes.write(name, 0, 100);
  const number = (value, at, length) => bytes.write(value.toString(8).padStart(length - 1, '0'), at);
  number(0o644, 100, 8);
  number(0, 108, 8);
  number(0, 116, 8);
  number(size, 124, 12);
  number(time, 136, 12);
  bytes.write('ustar\x0000', 257);
  // A plain file. The sum of all bytes is taken with its own place as blanks.
  bytes.write('0', 156);
  bytes.fill(' ', 148, 156);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}
