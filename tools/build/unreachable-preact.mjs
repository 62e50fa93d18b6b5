// Code of preact for pages unlike ours: see tools/build/unreachable.mjs; its list includes these cuts.
const file = /[\\/]node_modules[\\/]preact[\\/]dist[\\/]preact\.mjs$/;

export const preactCuts = [
  // Life cycles of classes: the only class catches errors, and everything else has hooks.
  {
    file,
    from: /M!==k&&C&&!V\.getDerivedStateFromProps&&d\.componentWillReceiveProps&&d\.componentWillReceiveProps\(M,L\),/,
    to: '',
  },
  {
    file,
    from: /d\.componentWillUpdate&&.*?\}else C&&!V\.getDerivedStateFromProps&&.*?d\.__h\.push\(d\.componentDidMount\);/,
    to: '}',
  },
  { file, from: /C&&u\.__c&&d\.getSnapshotBeforeUpdate&&.*?\(k,b\)\),/, to: '' },
  { file, from: /,V\.getDerivedStateFromProps&&\(d\.__s==.*?\(M,d\.__s\)\)\)(?=\))/, to: '' },
  // Comments in the tree: only a server writes them.
  {
    file,
    from: /for\((t&&!t\.parentNode.*?),o=n\.__e,e=t;e&&8==.*?for\(o!=e&&(\(!u&&.*?\)\)),t=o;\(t=.*?\);\);return t\}/,
    to: '$1;o=n.__e;o!=t&&$2;return o&&o.nextSibling}',
  },
  // Elements and attributes that no screen has, and pages with the document as root.
  { file, from: /\.replace\(\/xlink\(H\|:h\)\/,"h"\)/, to: '' },
  { file, from: /"math"==C\?f="http:\/\/www\.w3\.org\/1998\/Math\/MathML":/, to: '' },
  { file, from: /\("foreignObject"==C\|\|.*?1999\/xhtml"\),/, to: '' },
  { file, from: /a="template"==C&&t\.content\|\|t,/, to: 'a=t,' },
  { file, from: /,x\.is\?x:a\)/, to: ')' },
  { file, from: /,l&&\(n\.__m&&n\.__m\(r,o\),l=!1\)/, to: '' },
  { file, from: /"progress"==C&&null==b\?t\.removeAttribute\(s\):/, to: '' },
  { file, from: /&&\("progress"!=C\|\|b\)/, to: '' },
  { file, from: /9==r\.nodeType&&\(r=r\.documentElement\),/, to: '' },
];
