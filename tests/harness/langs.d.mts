export const testLangs: string;
