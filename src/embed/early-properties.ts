/** Sets again what a page has set before the script defined the element, as it hides what is defined there. */
export function applyEarlyProperties(element: object): void {
  const early = { ...element };
  for (const name in early) delete element[name as never];
  Object.assign(element, early);
}
