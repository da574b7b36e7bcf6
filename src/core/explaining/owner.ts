/** Whose a datum of an official document or event is. */
export const ORIGINS = ['request', 'computed', 'company', 'ccf', 'document', 'sello', 'unknown'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Where a datum comes from; texts are Spanish clauses without a full stop. In names, `[]` stands for an index. */
export type Owner =
  /** The caller sends it, under the first of these names or else under another of them. */
  | {
      readonly origin: 'request';
      readonly fields: readonly string[];
      /** What a right value looks like. */
      readonly expects?: string | undefined;
      /** Whose it is where the caller sent none. */
      readonly otherwise?: string | undefined;
    }
  /** Sello computes it from these fields of the caller; `field` is the one to look at first. */
  | { readonly origin: 'computed'; readonly field: string; readonly from: readonly string[] }
  /** It stands in the company's file, under this name. */
  | { readonly origin: 'company'; readonly file: string }
  /** A note copies it from its CCF, an invalidation from its document. */
  | { readonly origin: 'ccf' | 'document' }
  /** Everything else is put in by Sello; a placeholder stands for what the document does not have. */
  | { readonly origin: 'sello'; readonly isPlaceholder?: true };

/** Owners by the path of the datum; the empty path is the block itself. */
export type Owners = Readonly<Record<string, Owner>>;

/** What the caller sends; `names` are separated by blanks, the likeliest first. */
export function asked(names: string, expects?: string, otherwise?: string): Owner {
  return { origin: 'request', fields: names.split(' '), expects, otherwise };
}

/** What Sello computes from fields whose names are separated by blanks; the first is the one to look at. */
export function computed(names: string, field = names.split(' ')[0] ?? names): Owner {
  return { origin: 'computed', field, from: names.split(' ') };
}

/** What stands in the company's file. */
export function filed(file: string): Owner {
  return { origin: 'company', file };
}

export const OF_CCF: Owner = { origin: 'ccf' };
export const OF_DOCUMENT: Owner = { origin: 'document' };
export const OF_SELLO: Owner = { origin: 'sello' };
export const PLACEHOLDER: Owner = { origin: 'sello', isPlaceholder: true };

/** The same owner under each of these keys, separated by blanks; a blank in front of them stands for the block itself. */
export function each(keys: string, owner: Owner): Owners {
  return Object.fromEntries(keys.split(' ').map((key) => [key, owner]));
}

/** Owners of a block, or of the entries of a list, under the path of that. */
export function under(path: string, owners: Owners): Owners {
  return Object.fromEntries(Object.entries(owners).map(([key, owner]) => [joined(path, key), owner]));
}

function joined(path: string, key: string): string {
  return key === '' || key.startsWith('[') ? `${path}${key}` : `${path}.${key}`;
}

/** A caller's field with the index of the entry that is meant; without one it stands for all entries. */
export function filled(field: string, indexes: readonly (number | null)[]): string {
  const [index = null] = indexes;
  return index === null ? field : field.replace('[]', `[${index}]`);
}
