import { createHash } from 'node:crypto';
import { parseDocumentId } from '../core/identifiers/document-id.ts';
import type { ListKey, Selection } from '../operations/listings/ports.ts';

/** What a cursor goes on with: it is of no use for any other. */
export interface Listing {
  readonly companyId: string;
  readonly selection: Selection;
  readonly newestFirst: boolean;
}

const SHAPE = /^1\.(-?\d{1,18})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{8})$/;

/** The key in a form that says nothing to the caller. */
export function cursorOf(listing: Listing, { us, documentId }: ListKey): string {
  return Buffer.from(`1.${us}.${documentId}.${markOf(listing)}`).toString('base64url');
}

/** The key in a cursor; null where it is none of this listing's. */
export function keyInCursor(listing: Listing, cursor: string): ListKey | null {
  const [, us, id = '', mark] = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const documentId = parseDocumentId(id);
  if (us === undefined || documentId === null || mark !== markOf(listing)) return null;
  return { us, documentId };
}

/** Tells listings apart; whoever changes it on purpose gets other documents of the own company. */
function markOf({ companyId, selection, newestFirst }: Listing): string {
  const text = JSON.stringify([companyId, selection, newestFirst], (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}
