import type { Browser } from 'playwright-core';

export function findChromium(): Promise<{ executablePath: string; args: string[]; says: string }>;
export function launch(): Promise<Browser>;
