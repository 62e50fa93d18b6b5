/** The name of an article in one line, in large letters two. */
export const GoodsName = ({ children }: { children: string }) => (
  <span className="counted">
    <span className="clamp">{children}</span>
  </span>
);
