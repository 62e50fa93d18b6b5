/** Shows a retry button when the app could not be loaded; needs nothing that could have failed to load. */
export function renderLoadError(place: HTMLElement, words: string, onRetry: () => void) {
  const button = document.createElement('button');
  button.textContent = words;
  button.onclick = onRetry;
  place.role = 'alert';
  place.replaceChildren(button);
}
