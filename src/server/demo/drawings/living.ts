import { type Drawing, scene, tones } from './scene.ts';

export const cushion: Drawing = (tone, second = tones.cream) =>
  scene({
    tone,
    with: second,
    shadow: [80, 136, 52, 8],
    shapes: `<path d="M32 36q48 12 96 0q-11 48 0 96q-48-12-96 0q11-48 0-96z" fill="url(#a)"/><g fill="none" stroke="${second.hi}" stroke-width="4" opacity=".75"><path d="M55 42q-6 42 0 85M80 43v82M105 42q6 42 0 85"/></g><path d="M38 42q42 10 84 0" fill="none" stroke="#fff" stroke-width="2" opacity=".35"/>`,
  });

export const blanket: Drawing = (tone, second = tones.cream) =>
  scene({
    tone,
    with: second,
    shadow: [80, 128, 56, 8],
    shapes: `<g stroke="${tone.hi}" stroke-width="2.500" stroke-linecap="round"><path d="M36 120v12M46 120v13M56 120v12M66 120v13M76 120v12M86 120v13M96 120v12M106 120v13M116 120v12M126 120v12"/></g><rect x="26" y="92" width="108" height="30" rx="13" fill="url(#a)"/><rect x="30" y="66" width="100" height="30" rx="13" fill="url(#a)"/><rect x="34" y="42" width="92" height="28" rx="13" fill="url(#v)"/>
<g stroke="${second.hi}" stroke-width="3" opacity=".7"><path d="M58 43v26M66 43v26M56 67v28M64 67v28M54 94v27M62 94v27"/></g>`,
  });

export const basket: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shadow: [80, 134, 48, 8],
    shapes: `<path d="M46 66q-8-30 12-30M114 66q8-30-12-30" fill="none" stroke="url(#w)" stroke-width="6" stroke-linecap="round"/><path d="M32 62h96l-10 62q-2 10-12 10H54q-10 0-12-10z" fill="url(#a)"/>
<g stroke="${tone.deep}" stroke-width="2.500" opacity=".45" fill="none"><path d="M34 78h92M36 92h88M39 106h82M41 120h78M50 64l6 68M66 64l3 69M80 64v69M94 64l-3 69M110 64l-6 68"/></g><ellipse cx="80" cy="62" rx="48" ry="9" fill="${tone.deep}"/><path d="M44 60q16-16 34-8t38 6q-12 12-36 12t-36-10z" fill="${tones.cream.hi}"/>`,
  });

export const pouf: Drawing = (tone, second = tones.cream) =>
  scene({
    tone,
    with: second,
    shadow: [80, 130, 56, 9],
    shapes: `<path d="M28 94c0-36 24-46 52-46s52 10 52 46-24 36-52 36-52 0-52-36z" fill="url(#a)"/><g fill="none" stroke="${tone.deep}" stroke-width="2" opacity=".5"><path d="M80 49q-34 38 0 80M80 49q34 38 0 80M80 49q-64 34-22 78M80 49q64 34 22 78"/></g><ellipse cx="80" cy="51" rx="9" ry="4" fill="${tone.deep}"/><path d="M44 72q10-14 24-16" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".4"/>`,
  });

export const rug: Drawing = (tone, second = tones.cream) =>
  scene({
    tone,
    with: second,
    shapes: `<ellipse cx="80" cy="86" rx="64" ry="44" fill="#000" opacity=".1"/><ellipse cx="80" cy="82" rx="64" ry="44" fill="url(#a)"/><g fill="none" stroke="${second.hi}" stroke-width="4" opacity=".8"><ellipse cx="80" cy="82" rx="54" ry="36"/><ellipse cx="80" cy="82" rx="40" ry="26"/></g><ellipse cx="80" cy="82" rx="26" ry="16" fill="${tone.deep}"/><path d="M80 70l14 12-14 12-14-12z" fill="${second.hi}"/>`,
  });

export const stool: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shadow: [80, 140, 46, 7],
    shapes: `<g fill="url(#w)"><path d="M48 72h9l-10 68h-8zM103 72h9l9 68h-8z"/><path d="M74 76h12v58H74z" opacity=".8"/></g><path d="M46 108h68v6H46z" fill="${second.deep}" opacity=".7"/><path d="M34 62q46-14 92 0v12q-46 12-92 0z" fill="${tone.lo}"/><ellipse cx="80" cy="61" rx="46" ry="12" fill="url(#v)"/>`,
  });
