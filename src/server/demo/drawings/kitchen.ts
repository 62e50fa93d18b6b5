import { type Drawing, scene, tones } from './scene.ts';

export const mug: Drawing = (tone) =>
  scene({
    tone,
    shadow: [78, 130, 46, 8],
    shapes: `<path d="M104 70c26-6 30 36-2 38" fill="none" stroke="${tone.lo}" stroke-width="9" stroke-linecap="round"/>
<path d="M40 50h70l-4 64q-2 16-18 16H62q-16 0-18-16z" fill="url(#a)"/><path d="M41.500 74h67l-1 14H42.500z" fill="${tone.deep}" opacity=".3"/>
<ellipse cx="75" cy="50" rx="35" ry="8" fill="${tone.deep}"/><ellipse cx="75" cy="52" rx="30" ry="5.500" fill="#3a2219"/><path d="M62 34q-6-7 0-13t0-12M80 34q-6-7 0-13" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".7"/>`,
  });

export const bowls: Drawing = (tone, second = tones.cream) =>
  scene({
    tone,
    with: second,
    shadow: [80, 130, 50, 8],
    shapes: `<path d="M32 92h96q-4 38-34 38H66q-30 0-34-38z" fill="url(#a)"/><path d="M36 76h88q-2 16-6 20H42q-4-4-6-20z" fill="url(#w)"/>
<path d="M40 58h80q-1 20-8 22H48q-7-2-8-22z" fill="url(#a)"/><ellipse cx="80" cy="58" rx="40" ry="9" fill="${tone.deep}"/><ellipse cx="80" cy="60" rx="34" ry="6" fill="${tone.lo}"/>`,
  });

export const kettle: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shadow: [84, 132, 46, 8],
    shapes: `<path d="M112 74c32-6 30 42 4 44" fill="none" stroke="url(#w)" stroke-width="9" stroke-linecap="round"/>
<path d="M60 108C34 108 44 62 22 56l6-8c26 8 18 40 34 42z" fill="${tone.lo}"/><path d="M62 60h46l12 62q0 10-10 10H60q-10 0-10-10z" fill="url(#a)"/>
<path d="M60 60q25-16 50 0z" fill="url(#v)"/><circle cx="85" cy="46" r="6" fill="url(#w)"/><path d="M66 72l-6 46" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".45"/>`,
  });

export const board: Drawing = (tone, second = tones.steel) =>
  scene({
    tone,
    with: second,
    shapes: `<g transform="rotate(-14 80 80)"><rect x="36" y="42" width="70" height="96" rx="14" fill="#000" opacity=".12"/><path d="M62 38q0-20 9-20t9 20q24 0 24 18v66q0 14-14 14H50q-14 0-14-14V56q0-18 26-18z" fill="url(#a)"/><circle cx="71" cy="28" r="4" fill="${tone.deep}"/>
<path d="M48 60v62M62 54v76M78 54v76M92 60v62" stroke="${tone.deep}" stroke-width="1.500" opacity=".25"/></g><path d="M116 30q12 30 2 66h-9z" fill="url(#w)"/><rect x="108" y="95" width="11" height="40" rx="5" fill="${tones.coal.lo}"/>`,
  });

export const casserole: Drawing = (tone) =>
  scene({
    tone,
    shadow: [80, 128, 56, 8],
    shapes: `<path d="M22 84h16v12H28q-8 0-6-12zM138 84h-16v12h10q8 0 6-12z" fill="${tone.lo}"/><path d="M34 78h92v32q0 18-20 18H54q-20 0-20-18z" fill="url(#a)"/>
<path d="M30 70h100v10H30z" fill="${tone.lo}"/><path d="M34 70q8-26 46-26t46 26z" fill="url(#v)"/><circle cx="80" cy="40" r="7" fill="${tones.mustard.lo}"/><path d="M46 90v22" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".3"/>`,
  });

export const jars: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shadow: [80, 132, 58, 8],
    shapes: `<g fill="#fff" fill-opacity=".55" stroke="#b9c3c4" stroke-width="2"><rect x="26" y="62" width="46" height="70" rx="9"/><rect x="80" y="44" width="54" height="88" rx="10"/></g>
<path d="M29 92h40v31q0 6-6 6H35q-6 0-6-6z" fill="url(#v)"/><path d="M83 78h48v44q0 7-7 7H90q-7 0-7-7z" fill="${tones.clay.hi}"/><rect x="29" y="50" width="40" height="14" rx="4" fill="url(#w)"/><rect x="84" y="30" width="46" height="16" rx="4" fill="url(#w)"/><path d="M34 72v48M90 56v66" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".8"/>`,
  });
