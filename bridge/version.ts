/** The protocol version that both ends speak; within it, changes are additions only. */
export const version = 1;
