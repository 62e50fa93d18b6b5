// Code of preact for pages unlike ours: see tools/build/unreachable.mjs; its list includes these cuts.
const file = /[\\/]node_modules[\\/]preact[\\/]dist[\\/]preact\.mjs$/;
const hooks = /[\\/]node_modules[\\/]preact[\\/]hooks[\\/]dist[\\/]hooks\.mjs$/;
const jsx = /[\\/]node_modules[\\/]preact[\\/]jsx-runtime[\\/]dist[\\/]jsxRuntime\.mjs$/;

export const preactFiles = [file, hooks, jsx];

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
  {
    file,
    from: /if\("string"==typeof r\)n\.style\.cssText=r;else\{if\("string".*?cssText=u=""\),u\)/,
    to: '{if(u)',
  },
  // Elements that are there before the first render: compat empties the root, and no server has rendered any. They and
  // whether a tree takes them over are parameters of five functions.
  { file, from: /,32&u\.__u\?\[i\]:null,f,i\|\|S\(u\),32&u\.__u,o\)/, to: ',f,i||S(u),o)' },
  { file, from: /(function I\(n,t,r,u,i,f),o,e,l,c,a\)/, to: '$1,e,l,a)' },
  { file, from: /_=z\(n,v,h,i,f,o,e,l,c,a\)/, to: '_=z(n,v,h,i,f,e,l,a)' },
  { file, from: /(function z\(t,r,u,i,f),o,e,l,c,a\)/, to: '$1,e,l,a)' },
  { file, from: /c=o=null,/, to: '' },
  { file, from: /(l=I\(t,w\(A\)\?A:\[A\],r,u,i,f),o,e,l,c,a\)/, to: '$1,e,l,a)' },
  { file, from: /F\(u\.__e,r,u,i,f,o,e,c,a,t\)/, to: 'F(u.__e,r,u,i,f,e,a,t)' },
  { file, from: /(function F\(t,r,u,i,f),o,e,l,c,a\)/, to: '$1,e,c,a)' },
  { file, from: /if\(("svg"==C\?.*?1999\/xhtml"\)),o\)for\(s=0;.*?break\}(?=if\(!t\))/, to: '$1;' },
  { file, from: /(t=M\.createElementNS\(f,C\)),o=null\}/, to: '$1}' },
  { file, from: /if\(a=t,o="textarea".*?k\.value;/, to: 'a=t;' },
  { file, from: /l&&"function"!=typeof k\|\|(?=\$\[s\]===k)/, to: '' },
  { file, from: /(I\(a,w\(_\)\?_:\[_\],r,u,i,f),o,e,o\?o\[0\]:(u\.__k&&S\(u,0\)),l,c\)/, to: '$1,e,$2,c)' },
  { file, from: /l&&"textarea"!=C\|\|(?=\(s="value",)/, to: '' },
  { file, from: /l&&t\.data==x\|\|/, to: '' },
  { file, from: /i=\(u=t&&32&t\.__u\)\?null:r\.__k/, to: 'i=r.__k' },
  {
    file,
    from: /i\?null:r\.firstChild\?d\.call\(r\.childNodes\):null,(f,i\?i\.__e:r\.firstChild),u,o\)/,
    to: '$1,o)',
  },
  // Raw HTML in a component, and fields that keep their own value.
  {
    file,
    from: /"dangerouslySetInnerHTML"==s\?y=k:"children"==s\|\|s in x\|\|.*?"defaultChecked"in x\|\|/,
    to: '"children"==s||s in x||',
  },
  { file, from: /"dangerouslySetInnerHTML"==s\?h=k:/, to: '' },
  {
    file,
    from: /h\?\(l\|\|y&&.*?r\.__k=\[\]\):\(y&&\(t\.textContent=""\),(I\(.*?\)),o&&o\.some\(g\)\),(?=\(s=)/,
    to: '$1,',
  },
  // What other packages hook in, readers of a context that are no hooks, and functions that wait for a state.
  { file, from: /n\.event\?n\.event\(r\):r/, to: 'r' },
  { file, from: /n\.__&&n\.__\(t,r\),/, to: '' },
  { file, from: /j=\(s=V\.contextType\)&&i\[s\.__c\],L=s\?j\?j\.props\.value:s\.__:i/, to: 'L=i' },
  { file, from: /j&&j\.sub\(d\),/, to: '' },
  { file, from: /t\.Provider=\(t\.Consumer=.*?\)\.contextType=t/, to: 't.Provider=t' },
  { file, from: /x\.prototype\.forceUpdate=.*?\},(?=x\.prototype\.render)/, to: '' },
  { file, from: /y\.push\.apply\(d\.__h,d\.__k\),d\.__k=\[\],/, to: '' },
  { file, from: /C&&\(y\.push\.apply\(d\.__h,d\.__k\),d\.__k=\[\]\),/, to: '' },
  { file, from: /,d\.__h=\[\],d\.__k=\[\]\)/, to: ',d.__h=[])' },
  { file, from: /\(t&&this\.__k\.push\(t\),L\(this\)\)/, to: 'L(this)' },
  // Hooks of a tree that a server has rendered, of one that is rendered a second time, and without frames.
  { file: hooks, from: /!a\.__s&&/g, to: '' },
  { file: hooks, from: /,p=a\.__;/, to: ';' },
  { file: hooks, from: /a\.__=function.*?p&&p\(n,t\)\},/, to: '' },
  { file: hooks, from: /var k="function"==typeof requestAnimationFrame;/, to: '' },
  { file: hooks, from: /k&&cancelAnimationFrame/, to: 'cancelAnimationFrame' },
  { file: hooks, from: /k&&\((t=requestAnimationFrame\(r\))\)/, to: '$1' },
  // Where an element was written, for debuggers.
  { file: jsx, from: /return\(a\|\|i\)&&\(s\.__source=a,s\.__self=i\),/, to: 'return ' },
];
