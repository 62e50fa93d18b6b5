import { scene, tones } from './scene.ts';

/** Returns the demo shop's logo: a branch and an acorn on a round board. */
export const shopLogo = (): string =>
  scene({
    back: 'green',
    tone: tones.olive,
    with: tones.oak,
    shapes: `<circle cx="80" cy="80" r="62" fill="${tones.cream.hi}" stroke="${tones.olive.deep}" stroke-width="5"/><path d="M46 116Q70 100 76 44" fill="none" stroke="${tones.oak.deep}" stroke-width="5" stroke-linecap="round"/><g fill="url(#a)"><path d="M74 52q-28-4-34-24 28-4 34 24zM70 80q-26 4-38-12 22-14 38 12zM58 104q-18 8-32-4 14-16 32 4z"/></g><path d="M92 72h36q0 38-18 46-18-8-18-46z" fill="url(#w)"/><path d="M86 74q4-22 24-22t24 22z" fill="${tones.oak.deep}"/><path d="M108 42h4v12h-4z" fill="${tones.oak.deep}"/>`,
  });
