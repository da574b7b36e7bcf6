/**
 * The identifier that a text is, where our own code has made or checked the text; `parse` is the identifier's own
 * `parseX`. Throws RangeError where it is none, which is a bug of ours and nobody's mistake.
 */
export function identifier<Id extends string>(parse: (text: string) => Id | null, text: string): Id {
  const id = parse(text);
  if (id === null) throw new RangeError(`not an identifier of its kind: ${text}`);
  return id;
}
