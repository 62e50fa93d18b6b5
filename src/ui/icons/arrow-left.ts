import { icon } from './icon.tsx';

export const ArrowLeft = icon('M12 19l-7-7 7-7M19 12H5', 'icon flip');
