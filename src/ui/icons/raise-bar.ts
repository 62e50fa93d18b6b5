import { icon } from './icon.tsx';

export const RaiseBar = icon('M4 12h16M12 3v18M8 7l4-4 4 4M8 17l4 4 4-4');
