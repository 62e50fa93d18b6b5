import { type Drawing, scene, tones } from './scene.ts';

export const tableLamp: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shadow: [80, 138, 38, 7],
    shapes: `<ellipse cx="80" cy="84" rx="58" ry="26" fill="#fff3cf" opacity=".55"/><path d="M76 82h8v28h-8z" fill="${second.deep}"/><path d="M80 98c24 0 28 16 28 26s-10 14-28 14-28-4-28-14 4-26 28-26z" fill="url(#w)"/><path d="M60 26h40q4 0 5 4l15 50q-40 10-80 0l15-50q1-4 5-4z" fill="url(#a)"/><path d="M40 80q40 10 80 0l1 4q-41 10-82 0z" fill="${tone.deep}" opacity=".35"/>`,
  });

export const pendant: Drawing = (tone, second = tones.coal) =>
  scene({
    tone,
    with: second,
    shapes: `<path d="M79 0h2v44h-2z" fill="${second.deep}"/><path d="M26 104q54 60 108 0z" fill="#fff3cf" opacity=".6"/><path d="M72 42h16v12H72z" fill="url(#w)"/><path d="M70 54h20q40 10 46 50H24q6-40 46-50z" fill="url(#a)"/><ellipse cx="80" cy="104" rx="56" ry="8" fill="${tone.deep}"/><ellipse cx="80" cy="106" rx="20" ry="5" fill="#fff6d9"/><path d="M44 92q8-18 22-25" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".4"/>`,
  });

export const vase: Drawing = (tone) =>
  scene({
    tone,
    shadow: [80, 140, 34, 7],
    shapes: `<g fill="none" stroke="${tones.olive.lo}" stroke-width="3" stroke-linecap="round"><path d="M80 70Q74 40 54 24M80 70q0-34 4-56M80 70q8-30 26-38"/></g><g fill="${tones.sage.lo}"><path d="M54 24q-14 2-16 14 14 0 16-14zM84 14q-12 8-6 20 12-6 6-20zM106 32q14 0 18 12-14 4-18-12zM66 42q-14 0-18 10 12 6 18-10zM95 46q12-8 20 0-8 10-20 0z"/></g>
<path d="M70 62h20q-2 14 10 24c18 16 14 54-20 54s-38-38-20-54q12-10 10-24z" fill="url(#a)"/><ellipse cx="80" cy="62" rx="10" ry="3" fill="${tone.deep}"/><path d="M60 98q-6 14 0 26" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".4"/>`,
  });

export const candle: Drawing = (tone, second = tones.cream) =>
  scene({
    tone,
    with: second,
    shadow: [80, 134, 42, 7],
    shapes: `<circle cx="80" cy="40" r="30" fill="#ffe9a8" opacity=".45"/><path d="M80 22q12 16 0 28-12-12 0-28z" fill="${tones.mustard.hi}"/><path d="M80 34q5 8 0 14-5-6 0-14z" fill="#fff8e0"/><path d="M79 48h2v14h-2z" fill="#3a3026"/><path d="M46 66h68v56q0 12-12 12H58q-12 0-12-12z" fill="url(#a)"/><ellipse cx="80" cy="66" rx="34" ry="8" fill="${second.hi}"/><ellipse cx="80" cy="66" rx="27" ry="5.500" fill="${second.lo}"/><rect x="60" y="86" width="40" height="28" rx="3" fill="${second.hi}"/><path d="M67 96h26M71 104h18" stroke="${tone.deep}" stroke-width="2.500"/>`,
  });

export const wallClock: Drawing = (tone, second = tones.cream) =>
  scene({
    tone,
    with: second,
    shapes: `<circle cx="83" cy="86" r="56" fill="#000" opacity=".12"/><circle cx="80" cy="80" r="56" fill="url(#a)"/><circle cx="80" cy="80" r="46" fill="${second.hi}"/><g stroke="${tone.deep}" stroke-width="3" stroke-linecap="round"><path d="M80 40v6M80 114v6M40 80h6M114 80h6"/><path d="M100 45l-2 4M60 45l2 4M100 115l-2-4M60 115l2-4M45 60l4 2M115 60l-4 2M45 100l4-2M115 100l-4-2" opacity=".5"/></g><path d="M80 80V54M80 80l20 12" stroke="${tones.coal.deep}" stroke-width="5" stroke-linecap="round"/><circle cx="80" cy="80" r="4.500" fill="${tones.clay.lo}"/>`,
  });

export const plant: Drawing = (tone) =>
  scene({
    tone,
    shadow: [80, 142, 36, 6],
    shapes: `<g fill="${tones.sage.lo}"><path d="M80 94Q40 84 34 44q38 8 46 50zM80 94q40-10 46-50-38 8-46 50z"/><path d="M80 94Q58 60 80 18q22 42 0 76z" fill="${tones.sage.deep}"/></g><path d="M80 92V40M78 90Q64 66 46 56M82 90q14-24 32-34" fill="none" stroke="#dfe8d8" stroke-width="2" opacity=".6"/><path d="M50 92h60l-7 42q-1 8-9 8H66q-8 0-9-8z" fill="url(#a)"/><path d="M46 88h68v12H46z" fill="${tone.lo}"/>`,
  });
