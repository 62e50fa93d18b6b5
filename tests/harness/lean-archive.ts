const block = 512;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replace(/\0.*$/s, '');

/** PostgreSQL's own templates, by the numbers they have in every version: no test connects to them. */
const templates = /^\/?base\/[14]\//;

/** Returns a data directory's archive without the files that PostgreSQL creates again for every database that is opened. */
export const leanArchive = (tar: Uint8Array): Uint8Array<ArrayBuffer>[] => {
  const kept: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  while (at < tar.length) {
    const name = text(tar.subarray(at, at + 100));
    const size = Number.parseInt(text(tar.subarray(at + 124, at + 136)), 8) || 0;
    const end = at + block + Math.ceil(size / block) * block;
    if (!templates.test(name)) kept.push(new Uint8Array(tar.subarray(at, end)));
    at = end;
  }
  return kept;
};
