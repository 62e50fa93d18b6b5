import { type Drawing, scene, tones } from './scene.ts';

export const headphones: Drawing = (tone, second = tones.sand) =>
  scene({
    tone,
    with: second,
    shadow: [80, 140, 50, 7],
    shapes: `<path d="M36 100V82a44 44 0 0 1 88 0v18" fill="none" stroke="url(#v)" stroke-width="10"/><path d="M42 60a44 44 0 0 1 76 0" fill="none" stroke="${second.lo}" stroke-width="4" stroke-linecap="round"/><rect x="24" y="88" width="30" height="50" rx="14" fill="url(#a)"/><rect x="106" y="88" width="30" height="50" rx="14" fill="url(#a)"/><rect x="48" y="92" width="12" height="42" rx="6" fill="url(#w)"/><rect x="100" y="92" width="12" height="42" rx="6" fill="url(#w)"/><path d="M32 102v22" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".4"/>`,
  });

export const speaker: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shadow: [80, 134, 42, 7],
    shapes: `<rect x="44" y="30" width="72" height="104" rx="14" fill="url(#w)"/><rect x="50" y="36" width="60" height="92" rx="9" fill="url(#a)"/><circle cx="80" cy="96" r="24" fill="${tone.deep}"/><circle cx="80" cy="96" r="16" fill="${tone.lo}"/><circle cx="80" cy="96" r="6" fill="${tone.deep}"/><circle cx="80" cy="54" r="11" fill="${tone.deep}"/><circle cx="80" cy="54" r="5" fill="${tone.hi}"/><circle cx="101" cy="44" r="2.500" fill="#8fd694"/>`,
  });

export const organiser: Drawing = (tone, second = tones.clay) =>
  scene({
    tone,
    with: second,
    shadow: [80, 132, 56, 8],
    shapes: `<g><path d="M44 30l8-4 10 60H50z" fill="url(#w)"/><path d="M66 22h8v64h-8z" fill="${tones.mustard.lo}"/><path d="M66 22h8l-4-12z" fill="${tones.cream.lo}"/><path d="M92 34h24v52H92z" fill="${tones.sky.lo}"/><path d="M96 40h16M96 47h16" stroke="#fff" stroke-width="2"/></g><path d="M28 70h50v62H36q-8 0-8-8z" fill="url(#a)"/><path d="M78 84h54v40q0 8-8 8H78z" fill="url(#v)"/><path d="M28 70h50v8H28zM78 84h54v7H78z" fill="${tone.deep}" opacity=".35"/><path d="M40 106h26" stroke="${tone.deep}" stroke-width="3" stroke-linecap="round"/>`,
  });

export const notebooks: Drawing = (tone, second = tones.cream) =>
  scene({
    tone,
    with: second,
    shapes: `<g transform="rotate(-8 80 80)"><rect x="42" y="30" width="74" height="104" rx="5" fill="#000" opacity=".13"/><rect x="50" y="24" width="70" height="104" rx="5" fill="${second.lo}"/><rect x="46" y="27" width="70" height="104" rx="5" fill="${tones.sky.lo}"/><rect x="40" y="30" width="72" height="104" rx="5" fill="url(#a)"/><path d="M50 30v104" stroke="${tone.deep}" stroke-width="3" opacity=".6"/><path d="M98 30v104" stroke="${tone.deep}" stroke-width="4"/><rect x="58" y="52" width="32" height="18" rx="2" fill="${second.hi}"/><path d="M63 59h22M63 64h14" stroke="${tone.deep}" stroke-width="1.500"/></g>`,
  });

export const charger: Drawing = (tone, second = tones.steel) =>
  scene({
    tone,
    with: second,
    shadow: [80, 124, 60, 10],
    shapes: `<path d="M118 106q26 4 24 32" fill="none" stroke="${tone.deep}" stroke-width="4" stroke-linecap="round"/><ellipse cx="80" cy="108" rx="56" ry="20" fill="${tone.deep}"/><ellipse cx="80" cy="100" rx="56" ry="20" fill="url(#a)"/><ellipse cx="80" cy="100" rx="38" ry="12" fill="none" stroke="#fff" stroke-width="2" opacity=".4"/><path d="M58 30h42q6 0 6 6l4 56q0 5-6 5H54q-6 0-6-5l4-56q0-6 6-6z" fill="url(#w)"/><path d="M60 36h38q3 0 3 4l3 46H54l3-46q0-4 3-4z" fill="#20262c"/><path d="M83 46L70 66h9l-3 14 14-20h-9z" fill="#8fd694"/>`,
  });

export const deskLamp: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shadow: [68, 142, 40, 6],
    shapes: `<radialGradient id="l" gradientUnits="userSpaceOnUse" cx="108" cy="70" r="70"><stop stop-color="#ffe9a8" stop-opacity=".55"/><stop offset="1" stop-color="#ffe9a8" stop-opacity="0"/></radialGradient><path d="M84 62l52 18q2 34-12 56H70z" fill="url(#l)"/><path d="M60 134L44 86l46-42" fill="none" stroke="${tone.deep}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/><circle cx="44" cy="86" r="6" fill="url(#w)"/><path d="M84 34q20-12 34 8l16 36-52-18q-10-14 2-26z" fill="url(#a)"/><path d="M134 78l-52-18 4 8q20 16 48 10z" fill="#fff6d9"/><ellipse cx="62" cy="136" rx="28" ry="8" fill="url(#v)"/>`,
  });
