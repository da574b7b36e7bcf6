/** How an address writes yes and no: as programs do, and as forms do. */
export const FLAGS = ['true', 'false', '1', '0'] as const;

/** Yes or no; null where the text is neither. */
export function flagIn(text: string): boolean | null {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}
