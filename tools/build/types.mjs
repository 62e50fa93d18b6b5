// dist/bridge.d.ts, host.d.ts and souk.d.ts: the types of the two ends of the bridge and of the script tag, each as one
// file beside its script, for integrators. rolldown bundles declarations, and nothing else.
import { relative } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/** Builds a file of types for each of `entries`: its name, and the source with the exports that it describes. */
export async function buildTypes({ root, entries }) {
  const made = Object.entries(entries).map(async ([name, entry]) => {
    const types = await typesOf(root, entry);
    const file = { path: `${name}.d.ts`, contents: Buffer.from(types) };
    const byAddress = { path: `${name}-url.d.ts`, contents: Buffer.from(ofAddress(name, types)) };
    return name === 'host' ? [file, byAddress] : [file];
  });
  return (await Promise.all(made)).flat();
}

/**
 * Returns the types of a source and all that it imports, but for packages, as one file; `made` has the texts of sources that
 * are other ones there, by their paths.
 */
export async function typesOf(root, entry, made = {}) {
  const load = (id) => made[relative(root, id)];
  // oxc reads the annotations of one file at a time: the compiler, which has no API for it, is not asked.
  const plugins = [{ name: 'made', load }, dts({ oxc: true, emitDtsOnly: true, tsconfig: false })];
  const bundle = await rolldown({ cwd: root, input: entry, plugins, external: /^react/ });
  const { output } = await bundle.generate();
  await bundle.close();
  const types = `${output[0].code.replaceAll(/\boverride /g, '')}\n`;
  return types.includes('SoukAttributes') ? types + inTemplates : types;
}

/** Adds the elements to the templates of frameworks. Without one, its line is ignored, because the error is suppressed. */
const inTemplates = `
// <souk-app> and <souk-card> in the JSX of React 18 and 19, and in the templates of Vue and Svelte.
// @ts-ignore
declare module 'react' { namespace JSX { interface IntrinsicElements { 'souk-app': import('react').DetailedHTMLProps<import('react').HTMLAttributes<SoukElement>, SoukElement> & SoukAttributes; 'souk-card': import('react').DetailedHTMLProps<import('react').HTMLAttributes<SoukCardElement>, SoukCardElement> & SoukCardAttributes } } }
// @ts-ignore
declare module 'vue' { interface GlobalComponents { 'souk-app': import('vue').DefineComponent<SoukAttributes>; 'souk-card': import('vue').DefineComponent<SoukCardAttributes> } }
// @ts-ignore
declare module 'svelte/elements' { interface SvelteHTMLElements { 'souk-app': import('svelte/elements').HTMLAttributes<HTMLElement> & SoukAttributes; 'souk-card': import('svelte/elements').HTMLAttributes<HTMLElement> & SoukCardAttributes } }
`;

/** Returns the same types for projects that import the script by its address, which has no file of types beside it. */
const ofAddress = (name, types) =>
  `// Types of \`import … from 'https://…/${name}.js'\`: keep this file among your sources.
declare module '*/${name}.js' {
${types.replaceAll(/^declare /gm, '')}}
`;
