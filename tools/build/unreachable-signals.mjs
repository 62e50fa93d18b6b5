// Code of signals for pages unlike ours: see tools/build/unreachable.mjs; its list includes these cuts.
const signals = /[\\/]node_modules[\\/]@preact[\\/]signals[\\/]dist[\\/]signals\.mjs$/;
const core = /[\\/]node_modules[\\/]@preact[\\/]signals-core[\\/]dist[\\/]signals-core\.mjs$/;

export const signalsFiles = [signals, core];

export const signalsCuts = [
  // Signals bound to a text or an attribute without the component: ours are read while a component renders.
  {
    file: signals,
    from: /function w\(\{data:t\}\)\{.*?__b:\{configurable:!0,value:1\}\}\);/,
    to: '',
  },
  { file: signals, from: /(b\("__b",.*?)if\("string"==typeof i\.type\)\{.*?\}\}\}(t\(i\)\}\);)/, to: '$1$2' },
  {
    file: signals,
    from: /(b\("diffed",.*?)let n;if\("string"==typeof i\.type.*?\}\}(t\(i\)\}\);)/,
    to: '$1$2',
  },
  {
    file: signals,
    from: /if\("string"==typeof i\.type\)\{let t=i\.__e;.*?i\.__np=void 0\}else(?=\{let t=i\.__c;)/,
    to: '',
  },
  // Signals, computed values and effects that a component makes: ours are made outside of components.
  { file: signals, from: /c\(function\(\)\{p=this\.N\}\)\(\);/, to: '' },
  { file: signals, from: /!\(e\|\|t\|\|4&this\.__\$f\)/, to: '!(e||t)' },
  { file: signals, from: /!\(e\|\|4&this\.__\$f\)/, to: '!e' },
  // Marks of components that suspend, of debuggers and of their names.
  { file: signals, from: /if\(this\.__R\)return!0;/, to: '' },
  { file: signals, from: /\|\|"boolean"==typeof this\.u&&!0===this\.u/, to: '' },
  { file: signals, from: /const d="undefined".*?DEVTOOLS__;/, to: '' },
  { file: signals, from: /var i;if\(d\)null==\(i=this\.y\)\|\|i\.call\(this\);/, to: '' },
  { file: signals, from: /,\{name:i\}/, to: '' },
  { file: signals, from: /,"function"==typeof n\.type\?n\.type\.displayName.*?:""/, to: '' },
  { file: signals, from: /"__source"!==i&&/, to: '' },
  { file: core, from: /this\.name=null==i\?void 0:i\.name/g, to: '' },
  { file: core, from: /,\{name:"sub"\}/, to: '' },
  // Models: they collect the effects that they make.
  { file: core, from: /const t=Symbol\.for\("preact-signals"\);/, to: '' },
  { file: core, from: /y\.prototype\.brand=t;/, to: '' },
  {
    file: core,
    from: /const i=o,n=s;o=void 0;s=void 0;(try\{return t\(\)\}finally\{o=i);s=n/,
    to: 'const i=o;o=void 0;$1',
  },
  { file: core, from: /;if\(s\)s\.push\(this\)/, to: '' },
  { file: core, from: /m\.prototype\.dispose=.*?\};/, to: '' },
  { file: core, from: /const o=n\.d\.bind\(n\);o\[Symbol\.dispose\]=o;return o/, to: 'return n.d.bind(n)' },
  // A signal in place of its value: ours are read by `value` and `peek`.
  { file: core, from: /y\.prototype\.valueOf=.*?(?=y\.prototype\.peek=)/, to: '' },
];
