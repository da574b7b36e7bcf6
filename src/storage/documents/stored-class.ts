import { isDeepStrictEqual } from 'node:util';
import type { ClassFields, GivenClass } from '../../core/declaring/given-class.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Client } from '../connection/pool.ts';

/** The codes of the income tax that were given to a document, as its row keeps them; none of them is null. */
export type StoredClass = { readonly [Name in keyof ClassFields]?: number };

/** Undefined where no code is given. */
export function storedClass(given: GivenClass): StoredClass | undefined {
  const { operationType, incomeType, classification, sector, costType } = given;
  const stored = {
    ...(operationType === null ? {} : { operation_type: operationType }),
    ...(incomeType === null ? {} : { income_type: incomeType }),
    ...(classification === null ? {} : { classification }),
    ...(sector === null ? {} : { sector }),
    ...(costType === null ? {} : { cost_type: costType }),
  };
  return Object.keys(stored).length === 0 ? undefined : stored;
}

/** Keeps how the last request classes a locked document that is not stamped. */
export async function noteClass(
  client: Client,
  document: {
    readonly company_id: string;
    readonly document_id: DocumentId;
    readonly income_class: StoredClass | null;
  },
  given: GivenClass | undefined,
): Promise<void> {
  const stored = given === undefined ? null : (storedClass(given) ?? null);
  if (isDeepStrictEqual(stored, document.income_class)) return;
  await client.query({
    name: 'note-class',
    text: 'UPDATE documents SET income_class = $3 WHERE company_id = $1 AND document_id = $2',
    values: [document.company_id, document.document_id, stored === null ? null : JSON.stringify(stored)],
  });
}
