const here = 'https://souk.invalid';

/** Returns whether a link is a path of the app or an https address that a browser cannot read as anything else. */
export function isSafeLink(link: string): boolean {
  // Browsers drop control characters and read a backslash as a slash before they parse an address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\s\\\u0000-\u001f\u007f]/.test(link)) return false;
  if (!URL.canParse(link, here)) return false;
  const { origin, protocol, username } = new URL(link, here);
  if (link.startsWith('/')) return origin === here;
  return link.startsWith('https://') && protocol === 'https:' && username === '';
}
