import type { AppearanceVariables } from '../../bridge/protocol.ts';
import { applyAppearance } from '../appearance/apply.ts';
import { variableNames } from '../appearance/variables.ts';
import { tellHost } from '../data/guest.ts';
import { brand, ownBrand } from '../ui/brand.ts';
import { importWithRetry, loadStyles } from '../ui/lazy.tsx';

/**
 * Applies an appearance to the app's root, with the name, the logo and the header that it asks for. The console and the host
 * get each warning once. Returns what takes it off.
 */
export function applyAppAppearance(root: HTMLElement, given: unknown): () => void {
  const { dataset } = root;
  const warn = (text: string) => {
    console.warn(text);
    tellHost('log', { level: 'warn', text, code: 'appearance' });
  };
  /** Warns of what is no variable, by code that loads only then. */
  const onUnknown = async (names: readonly string[]) => {
    const { explainUnknownNames } = await importWithRetry(() => import('../embed/check-options.ts'));
    explainUnknownNames('appearance variable', names, variableNames).forEach(warn);
  };
  let logo: HTMLImageElement | undefined;
  /** A logo is drawn only once it has come: the page's policy may forbid it. */
  const paintBrand = ({ productName = ownBrand.name, logoUrl }: AppearanceVariables) => {
    const image = new Image();
    const shown = brand.peek().logo === logoUrl ? logoUrl : undefined;
    brand.value = { name: productName, logo: shown };
    logo = image;
    if (!logoUrl || shown) return;
    image.onload = () => {
      if (logo === image) brand.value = { name: productName, logo: logoUrl };
    };
    image.onerror = () =>
      warn(
        `Souk: appearance.logoUrl ${JSON.stringify(logoUrl)} did not load and is left out: check the address, and that img-src of the page’s policy lists its origin.`,
      );
    image.src = logoUrl;
  };
  const onPaint = (variables: AppearanceVariables) => {
    delete dataset.header;
    if (variables.showHeader === false) {
      dataset.header = 'none';
      void loadStyles().catch(() => {});
    }
    paintBrand(variables);
  };
  const undo = applyAppearance(root, given, {
    warn,
    onUnknown: (names) => void onUnknown(names).catch(() => {}),
    onPaint,
  });
  return () => {
    undo();
    delete dataset.header;
    logo = undefined;
    brand.value = ownBrand;
  };
}
