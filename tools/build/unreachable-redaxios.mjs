// Code of redaxios for calls unlike ours: see tools/build/unreachable.mjs; its list includes these cuts.
const file = /[\\/]node_modules[\\/]redaxios[\\/]dist[\\/]redaxios\.module\.js$/;

export const redaxiosFiles = [file];

/** src/data/send.ts makes one client and calls it with one object: address, method, body, and the function that sends. */
export const redaxiosCuts = [
  // A function for each method, and what axios has beside its client.
  { file, from: /r\.request=r,r\.get=.*?r\.defaults=t,/, to: '' },
  // A header from a cookie, and headers and bodies that other functions make.
  { file, from: /try\{f\[s\.xsrfHeaderName\]=.*?catch\(e\)\{\}(?=return)/, to: '' },
  { file, from: /\(s\.transformRequest\|\|\[\]\)\.map\(.*?\),s\.auth&&\(.*?\),/, to: '' },
  { file, from: /s\.params&&\(u\+=.*?URLSearchParams\(s\.params\)\)\),/, to: '' },
  { file, from: /,credentials:s\.withCredentials\?"include":i/, to: '' },
  // Answers that are read otherwise than as text.
  {
    file,
    from: /"stream"==s\.responseType\?\(c\.data=e\.body,c\):e\[s\.responseType\|\|"text"\]/,
    to: ' e.text',
  },
];
