const words: Readonly<Record<string, string>> = {
  ar: 'تعذر تحميل الصفحة. إعادة المحاولة',
  'zh-CN': '页面无法加载。重试',
};

/** Stands there when nothing of the app came; it needs nothing that could have failed to load. */
export function sayFailed(root: HTMLElement, lang: string, onRetry: () => void) {
  const button = document.createElement('button');
  button.textContent = words[lang] ?? 'The page could not be loaded. Try again';
  button.onclick = onRetry;
  root.role = 'alert';
  root.replaceChildren(button);
}
