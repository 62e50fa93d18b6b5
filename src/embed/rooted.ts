// Answers name files and pages of the server by their path. In somebody else's page such a path would lead to that
// page's server, so each gets its origin.
const ours = /"\/(files|private|api|ops|invite)\b/g;

const withOrigin = (text: string, origin: string) => text.replace(ours, `"${origin}/$1`);

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
