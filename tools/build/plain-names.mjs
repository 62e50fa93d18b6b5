// Every file of a build is in a directory named after the hash of all of them, so a hash in a chunk's own name adds
// nothing. It would cost eight letters that cannot be compressed in each file that names the chunk.
const hashed = /^(.*)-[A-Z0-9]{8}\.js$/;

/** Returns old name -> new name: a group's label, or the entry's own name where no other file has it. */
function plainNames(chunks) {
  const taken = new Set(Object.keys(chunks));
  const names = new Map();
  for (const [name, { label, entry }] of Object.entries(chunks)) {
    const plain = entry ? hashed.exec(name)?.[1] : label;
    if (!hashed.test(name) || !/^[\w/-]+$/.test(plain) || taken.has(`${plain}.js`)) continue;
    taken.add(`${plain}.js`);
    names.set(name, `${plain}.js`);
  }
  return names;
}

/** Gives files and chunks their plain names, wherever they are named. */
export function withPlainNames({ files, chunks, core }) {
  const names = plainNames(chunks);
  const renamed = (text) => [...names].reduce((rest, [old, name]) => rest.replaceAll(old, name), text);
  return {
    files: files.map((file) => ({
      path: renamed(file.path),
      contents: Buffer.from(renamed(file.text)),
    })),
    chunks: Object.fromEntries(
      Object.entries(chunks).map(([name, chunk]) => [
        renamed(name),
        { ...chunk, closure: chunk.closure.map(renamed) },
      ]),
    ),
    core: renamed(core),
  };
}
