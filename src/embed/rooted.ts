// Answers name files and pages of the server by their path. In somebody else's page such a path would lead to that
// page's server, so each gets its origin: the value of a field that is an address by its name, or each one in a list of
// such, and never what somebody wrote. A quote within a text is escaped, so that no text is taken for a field.
const ours = String.raw`(?=/(?:files|private|api|ops|invite)\b)`;
const one = new RegExp(String.raw`("(?:\w*(?:url|link|image)|logo|href)":\s*")${ours}`, 'gi');
const several = /"\w*images":\s*\[[^\]]*/gi;
const each = new RegExp(`"${ours}`, 'g');

const withOrigin = (text: string, origin: string) =>
  text.replace(one, (field) => field + origin).replace(several, (list) => list.replace(each, `"${origin}`));

/** An answer of a server elsewhere, its addresses whole. */
export const rooted = async (answer: Response, origin: string): Promise<Response> => {
  const { status, headers } = answer;
  return new Response(withOrigin(await answer.text(), origin), { status, headers });
};

/** The same for an answer that is read otherwise. */
export const rootedText = <T extends { status: number; text(): Promise<string> }>(
  { status, text }: T,
  origin: string,
) => ({
  status,
  text: async () => withOrigin(await text(), origin),
});
