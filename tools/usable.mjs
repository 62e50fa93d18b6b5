/** What is there when the first screen shows the server's figures: the shop's name, and its profit or that nothing was sold yet. */
export const usable = '#souk:has(.head h2) :is(.gain .num, p.gain)';
