import type { InferOutput } from 'valibot';
import type { block } from '../../../contract/help.ts';

export type Block = InferOutput<typeof block>;

const linked = /^(!?)\[([^\]]+)\]\((https:\/\/[^\s()]+|\/(?![/\\])[^\s()]*)\)$/;
const listed = /^(-|\d+\.) (.+)$/;

// A link leads to a screen of the app or to an https address; anything else stays plain text.
function lineOf(line: string): Block {
  const [, picture, text = '', href = ''] = linked.exec(line) ?? [];
  if (text) return { kind: picture ? 'img' : 'link', text, href };
  if (line.startsWith('# ')) return { kind: 'h', text: line.slice(2) };
  return { kind: 'p', text: line };
}

/**
 * Parses lines of text into blocks: `# ` begins a heading, `- ` and `1. ` an item, `[words](/path)` is a link,
 * `![words](/files/…)` a picture; every other line is a paragraph. Any other markup stays text.
 */
export function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines.map((one) => one.trim()).filter(Boolean)) {
    const [, sign, item] = listed.exec(line) ?? [];
    if (item === undefined) {
      blocks.push(lineOf(line));
      continue;
    }
    const kind = sign === '-' ? 'ul' : 'ol';
    const last = blocks.at(-1);
    if (last?.kind === kind) last.items?.push(item);
    else blocks.push({ kind, text: '', items: [item] });
  }
  return blocks;
}
