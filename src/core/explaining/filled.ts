/** A caller's field with the index of the entry that is meant; without one it stands for all entries. */
export function filled(field: string, indexes: readonly (number | null)[]): string {
  const [index = null] = indexes;
  return index === null ? field : field.replace('[]', `[${index}]`);
}
