import { type Drawing, scene, tones } from './scene.ts';

export const towels: Drawing = (tone, second = tones.cream) =>
  scene({
    tone,
    with: second,
    shadow: [80, 132, 56, 8],
    shapes: `<rect x="28" y="98" width="104" height="34" rx="16" fill="url(#a)"/><rect x="32" y="68" width="96" height="33" rx="16" fill="url(#w)"/><rect x="36" y="40" width="88" height="31" rx="15" fill="url(#a)"/><g fill="none" stroke="#fff" stroke-width="2.500" opacity=".55"><path d="M46 56h52q8 0 8-6M44 85h60q8 0 8-6M40 116h66q8 0 8-6"/></g><path d="M52 41v29M56 41v29" stroke="${tone.deep}" stroke-width="2" opacity=".35"/>`,
  });

export const dispenser: Drawing = (tone, second = tones.coal) =>
  scene({
    tone,
    with: second,
    shadow: [80, 136, 36, 7],
    shapes: `<path d="M76 28h8v22h-8z" fill="${second.lo}"/><path d="M60 24h36q6 0 6 6v4H72q-4 0-4 6h-8z" fill="url(#w)"/><path d="M64 48h32v12H64z" fill="${second.lo}"/><path d="M58 60h44q8 4 8 16v48q0 12-12 12H62q-12 0-12-12V76q0-12 8-16z" fill="url(#a)"/><rect x="60" y="84" width="40" height="32" rx="4" fill="#fff" opacity=".75"/><path d="M67 95h26M67 104h16" stroke="${tone.deep}" stroke-width="2.500"/>`,
  });

export const mirror: Drawing = (tone, second = tones.sky) =>
  scene({
    tone,
    with: second,
    shadow: [80, 142, 34, 6],
    shapes: `<path d="M76 106h8v24h-8z" fill="${tone.lo}"/><ellipse cx="80" cy="134" rx="30" ry="8" fill="url(#a)"/><circle cx="80" cy="66" r="46" fill="url(#a)"/><circle cx="80" cy="66" r="39" fill="#dfe9ee"/><path d="M50 90Q46 56 76 30l14-1Q58 58 62 101z" fill="#fff" opacity=".7"/><path d="M92 102q20-20 22-50l4 8q2 28-20 42z" fill="#fff" opacity=".5"/>`,
  });

export const soap: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shadow: [80, 126, 56, 8],
    shapes: `<path d="M28 100h104l-8 22q-2 4-8 4H44q-6 0-8-4z" fill="url(#w)"/><g fill="${second.deep}" opacity=".4"><path d="M46 108h12v6H46zM74 108h12v6H74zM102 108h12v6h-12z"/></g><rect x="40" y="68" width="80" height="34" rx="15" fill="url(#a)"/><rect x="52" y="77" width="56" height="16" rx="8" fill="none" stroke="${tone.deep}" stroke-width="2" opacity=".5"/><g fill="#fff" opacity=".75"><circle cx="52" cy="56" r="8"/><circle cx="66" cy="46" r="5"/><circle cx="42" cy="42" r="4"/></g>`,
  });

export const brush: Drawing = (tone, second = tones.cream) =>
  scene({
    tone,
    with: second,
    shapes: `<g transform="rotate(38 80 80)"><rect x="75" y="72" width="14" height="76" rx="7" fill="#000" opacity=".12"/><rect x="73" y="68" width="14" height="78" rx="7" fill="url(#a)"/><circle cx="80" cy="136" r="2.500" fill="${tone.deep}"/><rect x="58" y="8" width="44" height="68" rx="22" fill="url(#a)"/><rect x="64" y="14" width="32" height="56" rx="16" fill="url(#w)"/><g stroke="${second.deep}" stroke-width="2" opacity=".5"><path d="M72 24v36M80 20v44M88 24v36"/></g></g>`,
  });

export const hamper: Drawing = (tone, second = tones.oak) =>
  scene({
    tone,
    with: second,
    shadow: [80, 140, 42, 7],
    shapes: `<path d="M44 48h72l-6 84q-1 8-9 8H59q-8 0-9-8z" fill="url(#a)"/><path d="M42 40h76v16H42z" fill="${tone.lo}"/><path d="M40 34q40-16 80 0v10q-40 8-80 0z" fill="url(#w)"/><path d="M66 78h28" stroke="url(#w)" stroke-width="8" stroke-linecap="round"/><path d="M56 64l4 66M104 64l-4 66" stroke="${tone.deep}" stroke-width="2" opacity=".35"/>`,
  });
