/** What is there when the first screen shows the server's figures: the shop's name and the three indicators. */
export const usable = '#souk:has(.head h2) .gain .num';
