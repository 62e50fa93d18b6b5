/**
 * Returns the text of a script that runs before the page's own and notes when it painted, shifted, blocked, and was
 * usable. It is a text because the page's CSP allows no compiling.
 */
export const paintWatcher = (usable) => `(${watchPaint})(${JSON.stringify(usable)});`;

function watchPaint(usable) {
  const seen = { first: 0, largest: 0, usable: 0, shift: 0, blocked: 0 };
  Object.assign(window, { benchSeen: seen });
  const observe = (type, act) =>
    new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({ type, buffered: true });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.first = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    seen.largest = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value;
  });
  observe('longtask', (entry) => {
    seen.blocked += Math.max(0, entry.duration - 50);
  });
  const isUsable = () => document.querySelector(usable) !== null;
  const look = () => {
    if (!isUsable()) return requestAnimationFrame(look);
    // An element in the DOM is not on the screen yet: the frame after this one shows it.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        seen.usable = performance.now();
      };
      port2.postMessage(null);
    });
  };
  requestAnimationFrame(look);
}
