export interface Planted {
  name: string;
  path: string;
  breaks: string;
  tests: string[];
}
export const root: string;
export function readPlanted(): Planted[];
