/** Returns an element of the page by its id. */
export const element = <E extends HTMLElement = HTMLElement>(id: string): E => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element with the id "${id}".`);
  return found as E;
};

export const input = (id: string): HTMLInputElement => element<HTMLInputElement>(id);
export const button = (id: string): HTMLButtonElement => element<HTMLButtonElement>(id);
