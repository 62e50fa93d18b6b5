import type { Page } from 'playwright-core';

/**
 * Returns what is wrong with the words of the page as they are drawn, in sentences: a page that is wider than its window, a
 * word that is broken, words that are cut off, that lie on other words or hide a drawing.
 */
export const textFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const beyond = document.documentElement.scrollWidth - innerWidth;
    if (beyond > 0) faults.push(`the page is ${beyond} px wider than its window`);

    interface Drawn {
      word: string;
      parent: Element;
      box: DOMRect;
      /** The part of the screen whose words scroll together. */
      part: Element | null;
    }
    // Names that are cut by intent, and lines that are swiped.
    const mayBeCut = '.clamp, .scroll, select';
    const drawn: Drawn[] = [];
    const texts = document.createTreeWalker(document.querySelector('.souk') as Element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement as Element;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      const cutters = ancestorsOf(parent).filter((one) => getComputedStyle(one).overflowX !== 'visible');
      // For readers of a screen alone.
      if (cutters.some((one) => getComputedStyle(one).clipPath !== 'none')) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const [box, ...others] = range.getClientRects();
        if (!box?.width || parent.closest(mayBeCut)) continue;
        if (others.some(({ top }) => top > box.top + box.height / 2) && !/[-·/–]/.test(word))
          faults.push(`“${word}” is broken`);
        const isCut = [...cutters, document.documentElement].some((one) => {
          const { left, right } = one.getBoundingClientRect();
          return box.left < left - 1 || box.right > right + 1;
        });
        if (isCut) faults.push(`“${word}” is cut off`);
        drawn.push({ word, parent, box, part: parent.closest('.head, .tabs, .dock, .page') });
      }
    }
    for (const [at, one] of drawn.entries())
      for (const other of drawn.slice(at + 1))
        if (one.part === other.part && one.parent !== other.parent && liesOn(one.box, other.box, 0.4))
          faults.push(`“${one.word}” lies on “${other.word}”`);
    const icons = [...document.querySelectorAll('.souk .icon')].filter((icon) => icon.checkVisibility());
    for (const icon of icons)
      for (const { word, box, part } of drawn)
        if (part === icon.closest('.head, .tabs, .dock, .page') && covers(box, icon.getBoundingClientRect()))
          faults.push(`“${word}” covers a drawing`);
    return [...new Set(faults)];

    function ancestorsOf(element: Element): Element[] {
      const { parentElement } = element;
      return parentElement?.closest('.souk') ? [element, ...ancestorsOf(parentElement)] : [element];
    }
    function shared(one: DOMRect, other: DOMRect) {
      return {
        width: Math.min(one.right, other.right) - Math.max(one.left, other.left),
        height: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
      };
    }
    // Boxes of letters are taller than their lines, and touch those of the next one.
    function liesOn(one: DOMRect, other: DOMRect, part: number) {
      const { width, height } = shared(one, other);
      return width > 1 && height > part * Math.min(one.height, other.height);
    }
    function covers(one: DOMRect, drawing: DOMRect) {
      const { width, height } = shared(one, drawing);
      return width > 0 && height > 0 && width * height > 0.25 * drawing.width * drawing.height;
    }
  });
