/** Stands there when the app did not come. It needs nothing that could have failed to load. */
export function sayFailed(place: HTMLElement, words: string, onRetry: () => void) {
  const button = document.createElement('button');
  button.textContent = words;
  button.onclick = onRetry;
  place.role = 'alert';
  place.replaceChildren(button);
}
