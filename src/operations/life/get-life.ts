import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { isReadable } from '../documents/find-document.ts';
import type { DocumentLife, LifeReader } from './ports.ts';

export interface FoundLife extends DocumentLife {
  readonly kind: 'life';
}

/** What happened to a document; a pure read. */
export async function getLife(
  lives: LifeReader,
  companyId: string,
  idOrRef: string,
): Promise<FoundLife | Refusal> {
  const life = isReadable(idOrRef) ? await lives.life(companyId, idOrRef) : null;
  return life === null ? refuse('document_not_found') : { ...life, kind: 'life' };
}
