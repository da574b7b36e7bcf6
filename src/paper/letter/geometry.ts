/** A sheet of letter paper and its margins, in points. */
export const PAGE = { width: 612, height: 792, left: 44, right: 568, top: 40, bottom: 742 } as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;
