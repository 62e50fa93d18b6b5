// A shared chunk exports a hundred names to the others, each as a pair of its inner and its outer name. With one name
// for both the list is half as long, and nothing else changes.
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The last statement of a chunk. */
const exports = /export\{([^}]*)\};?(?=\s*(?:\/\/#[^\n]*)?\s*$)/;

const importStatement = /\bimport\{[^}]*\}from"(?:\.\.?\/)+([^"]+)"/g;

/** Returns the chunks that a chunk imports names from. */
export const importedBy = (code) => [...code.matchAll(importStatement)].map(([, file]) => file);

/** Rewrites a chunk's import of `file` to the inner names, and its source map with it. */
export function importByInnerNames({ code, map, file, names }) {
  const statement = new RegExp(`import\\{([^}]*)\\}from(?="(?:\\.\\.?/)+${file.replace('.', '\\.')}")`);
  const [whole, list] = statement.exec(code) ?? [];
  if (!whole) return { code, map };
  const pairs = list.split(',').map((pair) => {
    const [outer, local = outer] = pair.split(' as ');
    return `${names.get(outer) ?? outer} as ${local}`;
  });
  const renamed = `import{${pairs.join(',')}}from`;
  const mappings = shiftMappings(map.mappings, renamed.length - whole.length);
  return { code: code.replace(whole, () => renamed), map: { ...map, mappings } };
}

/** Rewrites a chunk's export to its inner names; returns the map of outer to inner names with the code. */
export function exportByInnerNames(code) {
  const list = exports.exec(code)?.[1];
  if (!list) return { code, names: new Map() };
  const pairs = list.split(',').map((pair) => pair.split(' as '));
  const names = new Map(pairs.map(([inner, outer = inner]) => [outer, inner]));
  const inner = [...new Set(names.values())].sort();
  return { code: code.replace(exports, () => `export{${inner.join(',')}};`), names };
}

/**
 * Moves the first column of a source map, as the imports precede all mapped code in the same line; the rest is relative
 * to it.
 */
function shiftMappings(mappings, by) {
  let [value, at, shift] = [0, 0, 0];
  for (let more = true; more; at++, shift += 5) {
    const digit = digits.indexOf(mappings[at]);
    value += (digit & 31) << shift;
    more = digit > 31;
  }
  let rest = ((value >> 1) * (value & 1 ? -1 : 1) + by) << 1;
  let text = '';
  do {
    text += digits[(rest & 31) | (rest > 31 ? 32 : 0)];
    rest >>= 5;
  } while (rest > 0);
  return text + mappings.slice(at);
}
