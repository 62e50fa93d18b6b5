// A shared chunk tells a hundred names to the others, each as a pair: what it is called inside, what outside. With one
// name for both the list is half as long, and nothing else changes.
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The last statement of a chunk. */
const exports = /export\{([^}]*)\};?(?=\s*(?:\/\/#[^\n]*)?\s*$)/;

const asked = /\bimport\{[^}]*\}from"(?:\.\.?\/)+([^"]+)"/g;

/** The chunks that one imports names from. */
export const importedBy = (code) => [...code.matchAll(asked)].map(([, file]) => file);

/** Has a chunk ask for what it imports from `file` by the inner names; its map moves along. */
export function importByInnerNames({ code, map, file, names }) {
  const statement = new RegExp(`import\\{([^}]*)\\}from(?="(?:\\.\\.?/)+${file.replace('.', '\\.')}")`);
  const [whole, list] = statement.exec(code) ?? [];
  if (!whole) return { code, map };
  const pairs = list.split(',').map((pair) => {
    const [outer, local = outer] = pair.split(' as ');
    return `${names.get(outer) ?? outer} as ${local}`;
  });
  const renamed = `import{${pairs.join(',')}}from`;
  const mappings = moved(map.mappings, renamed.length - whole.length);
  return { code: code.replace(whole, () => renamed), map: { ...map, mappings } };
}

/** Has a chunk export by its inner names; answers outer name -> inner name beside its code. */
export function exportByInnerNames(code) {
  const list = exports.exec(code)?.[1];
  if (!list) return { code, names: new Map() };
  const pairs = list.split(',').map((pair) => pair.split(' as '));
  const names = new Map(pairs.map(([inner, outer = inner]) => [outer, inner]));
  const inner = [...new Set(names.values())].sort();
  return { code: code.replace(exports, () => `export{${inner.join(',')}};`), names };
}

/** Imports stand before all that a map speaks of, in the same line: its first column moves, the rest follows it. */
function moved(mappings, by) {
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
