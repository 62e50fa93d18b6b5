/** Joins the class names that are set: `classes('btn', kind, block && 'block')`. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');
