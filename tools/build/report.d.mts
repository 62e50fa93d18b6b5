export interface WeighedChunk {
  label: string;
  closure: string[];
  inputs: string[];
}
export function faults(built: {
  rows: [name: string, value: number, limit?: number][];
  core: string;
  chunks: Record<string, WeighedChunk>;
  inputs: string[];
}): string[];
