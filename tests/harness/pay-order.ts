import type { Frame, Page } from 'playwright-core';

type Screen = Page | Frame;

/** Opens the order of a row, the first one unless it is named by its number. */
export const openOrder = (screen: Screen, no?: string) =>
  screen
    .locator(no ? `a.cover[aria-label$="${no}"]` : 'a.cover')
    .first()
    .click();

/** Opens the sheet that pays the order on show. */
export const pressPay = (screen: Screen) => screen.locator('.dock .btn.primary').first().click();

/** Opens the order of a row, and the sheet that pays it. */
export async function openPayment(screen: Screen, no?: string): Promise<void> {
  await openOrder(screen, no);
  await pressPay(screen);
}
