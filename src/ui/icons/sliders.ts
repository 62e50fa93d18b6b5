import { icon } from './icon.tsx';

export const Sliders = icon('M3 6h9M18 6h3M15 3v6M3 12h3M12 12h9M9 9v6M3 18h9M18 18h3M15 15v6');
