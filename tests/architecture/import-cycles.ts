import type { Import } from './imports.ts';

/**
 * Returns one cycle of files that each need the next when they load; empty where there is none. Types do not exist when
 * the code runs, and an `import()` waits until all is loaded: neither closes a cycle.
 */
export function findCycle(imports: readonly Import[]): string[] {
  const needs = new Map<string, string[]>();
  for (const { from, to, typeOnly, late } of imports)
    if (!typeOnly && !late) needs.set(from, [...(needs.get(from) ?? []), to]);
  const clear = new Set<string>();
  const walk = (file: string, way: readonly string[]): string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (clear.has(file)) return [];
    for (const next of needs.get(file) ?? []) {
      const circle = walk(next, [...way, file]);
      if (circle.length > 0) return circle;
    }
    clear.add(file);
    return [];
  };
  for (const file of needs.keys()) {
    const circle = walk(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
