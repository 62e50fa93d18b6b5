/** Joins the class names that are there: `classes('btn', kind, block && 'block')`. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');
