import type { Browser } from 'playwright-core';

export interface Found {
  executablePath: string;
  args: string[];
  says: string;
}
export function findChromium(): Promise<Found>;
export function findFullChromium(): Promise<Found>;
export function launch(): Promise<Browser>;
export function launchFull(): Promise<Browser>;
