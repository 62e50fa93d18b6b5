export const testLangs: string;
export const shippedLangs: string;
