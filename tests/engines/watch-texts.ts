/**
 * Runs in a page: marks a part of what a field holds, and counts the frames that are drawn from the arrival of a
 * language's texts until its label is in that language. `window.watched` has them, and the field as it is now.
 */
export const watchTexts = (selector: string, texts: string): void => {
  const field = document.querySelector<HTMLTextAreaElement>(selector);
  const label = () => field?.labels?.[0]?.innerText;
  const before = label();
  const watched: { field: typeof field; frames?: number } = { field };
  Object.assign(window, { watched });
  field?.setSelectionRange(4, 10);
  let drawn = 0;
  const { json } = Response.prototype;
  Response.prototype.json = async function () {
    const value = await json.call(this);
    if (this.url.includes(texts)) drawn = 0;
    return value;
  };
  const count = () => {
    drawn += 1;
    if (watched.frames === undefined) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  new MutationObserver((_, observer) => {
    if (label() === before) return;
    watched.frames = drawn;
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, characterData: true });
};
