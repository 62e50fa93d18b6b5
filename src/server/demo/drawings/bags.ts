import { type Drawing, scene, tones } from './scene.ts';

export const backpack: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shadow: [80, 142, 46, 7],
    shapes: `<path d="M64 36q0-20 16-20t16 20" fill="none" stroke="${tone.deep}" stroke-width="6"/><path d="M36 74q0-42 44-42t44 42v52q0 16-16 16H52q-16 0-16-16z" fill="url(#a)"/><path d="M38 70q42 16 84 0v14q-42 14-84 0z" fill="${tone.deep}" opacity=".5"/><rect x="52" y="96" width="56" height="38" rx="9" fill="url(#v)" stroke="${tone.deep}" stroke-width="2"/><path d="M54 106h52" stroke="${tone.deep}" stroke-width="2.500"/><g fill="url(#w)"><rect x="60" y="64" width="8" height="34" rx="3"/><rect x="92" y="64" width="8" height="34" rx="3"/></g>`,
  });

export const tote: Drawing = (tone, second = tones.clay) =>
  scene({
    tone,
    with: second,
    shadow: [80, 140, 46, 7],
    shapes: `<path d="M58 66q0-46 22-46t22 46" fill="none" stroke="url(#w)" stroke-width="6"/><path d="M34 58h92l-6 74q-1 8-9 8H49q-8 0-9-8z" fill="url(#a)"/><path d="M34 58h92l-1 10H35z" fill="${tone.deep}" opacity=".3"/><path d="M80 86q-20 6-16 30 14-2 16-14 2 12 16 14 4-24-16-30z" fill="${second.lo}"/><path d="M80 90v26" stroke="${tone.hi}" stroke-width="2"/>`,
  });

export const suitcase: Drawing = (tone, second = tones.coal) =>
  scene({
    tone,
    with: second,
    shadow: [80, 144, 40, 6],
    shapes: `<path d="M64 48V16h32v32" fill="none" stroke="${second.lo}" stroke-width="5" stroke-linejoin="round"/><g fill="${second.deep}"><circle cx="56" cy="140" r="6"/><circle cx="104" cy="140" r="6"/></g><rect x="42" y="44" width="76" height="94" rx="12" fill="url(#a)"/><g stroke="${tone.deep}" stroke-width="3" opacity=".45"><path d="M58 52v78M72 52v78M88 52v78M102 52v78"/></g><rect x="68" y="40" width="24" height="8" rx="4" fill="url(#w)"/><path d="M49 56v66" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".5"/>`,
  });

export const umbrella: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shapes: `<g transform="rotate(12 80 80)"><path d="M79 22h3v104h-3z" fill="${tones.coal.lo}"/><path d="M80.500 120v10q0 12-11 12t-11-12" fill="none" stroke="url(#w)" stroke-width="6" stroke-linecap="round"/><path d="M20 84q6-58 60-58t60 58q-10-10-20 0-10-10-20 0-10-10-20 0-10-10-20 0-10-10-20 0-10-10-20 0z" fill="url(#a)"/><path d="M80 26q-26 18-20 58 10-10 20 0 10-10 20 0 6-40-20-58z" fill="${tone.deep}" opacity=".35"/><path d="M78 18h5v10h-5z" fill="${second.lo}"/></g>`,
  });

export const bottle: Drawing = (tone, second = tones.steel) =>
  scene({
    tone,
    with: second,
    shadow: [80, 142, 30, 6],
    shapes: `<path d="M66 22q0-8 14-8t14 8v10H66z" fill="url(#w)"/><path d="M68 32h24v10H68z" fill="${second.deep}"/><path d="M66 42h28q12 8 12 24v66q0 10-10 10H64q-10 0-10-10V66q0-16 12-24z" fill="url(#a)"/><path d="M54 116h52v16q0 10-10 10H64q-10 0-10-10z" fill="${tone.deep}" opacity=".45"/><path d="M64 62v44" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".5"/>`,
  });

export const washBag: Drawing = (tone, second = tones.mustard) =>
  scene({
    tone,
    with: second,
    shadow: [80, 126, 56, 8],
    shapes: `<path d="M28 74q0-16 16-18 36-8 72 0 16 2 16 18v34q0 18-18 18H46q-18 0-18-18z" fill="url(#a)"/><path d="M34 62q46-14 92 0" fill="none" stroke="${second.lo}" stroke-width="4" stroke-dasharray="5 3"/><path d="M118 60l16 12-6 8-14-12z" fill="url(#w)"/><path d="M28 92q-12 0-12 10t14 8" fill="none" stroke="${tone.deep}" stroke-width="6"/><path d="M44 84q30-8 60-2" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".35"/>`,
  });
