import { createHash } from 'node:crypto';
import { parseCompanySlug } from '../../src/core/identifiers/company-slug.ts';
import { type DocumentId, parseDocumentId } from '../../src/core/identifiers/document-id.ts';
import { parseEmail } from '../../src/core/identifiers/email.ts';
import { parseEstablishmentCode } from '../../src/core/identifiers/establishment-code.ts';
import { parseExternalRef } from '../../src/core/identifiers/external-ref.ts';
import { parseNit } from '../../src/core/identifiers/nit.ts';
import { parseNrc } from '../../src/core/identifiers/nrc.ts';
import {
  type CodigoGeneracion,
  parseCodigoGeneracion,
  parseNumeroControl,
  parseSelloRecibido,
  type SelloRecibido,
} from '../../src/core/identifiers/official.ts';
import {
  type PersonDocumentNumber,
  type PersonDocumentType,
  parsePersonDocumentNumber,
} from '../../src/core/identifiers/person-document-number.ts';
import { parsePointOfSaleCode } from '../../src/core/identifiers/point-of-sale-code.ts';
import { identifier } from '../../src/core/identifiers/text.ts';

/** Reads an identifier that a test writes out; throws where the text is none. */
function written<Id extends string>(parse: (text: string) => Id | null): (text: string) => Id {
  return (text) => identifier(parse, text);
}

export const slugOf = written(parseCompanySlug);
export const emailOf = written(parseEmail);
export const establishmentOf = written(parseEstablishmentCode);
export const refOf = written(parseExternalRef);
export const nitOf = written(parseNit);
export const nrcOf = written(parseNrc);
export const controlNumberOf = written(parseNumeroControl);
export const pointOfSaleOf = written(parsePointOfSaleCode);

/** A control number of the place M001P001. */
export const numeroOf = (correlative: number, tipoDte = '01') =>
  controlNumberOf(`DTE-${tipoDte}-M001P001-${String(correlative).padStart(15, '0')}`);

export function personNumberOf(type: PersonDocumentType, text: string): PersonDocumentNumber {
  return identifier((number) => parsePersonDocumentNumber(type, number), text);
}

/** The UUID of a test's own word for it: the same for the same word. A text that is a UUID stands for itself. */
function uuidOf(word: string): string {
  const hex = createHash('sha256').update(word).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

export function idOf(word: string): DocumentId {
  return parseDocumentId(word) ?? identifier(parseDocumentId, uuidOf(word));
}

export function codeOf(word: string): CodigoGeneracion {
  return parseCodigoGeneracion(word) ?? identifier(parseCodigoGeneracion, uuidOf(word).toUpperCase());
}

/** A seal of the word's capitals and digits, filled up to its length. */
export function sealOf(word: string): SelloRecibido {
  return identifier(parseSelloRecibido, word.replace(/[^A-Z0-9]/g, '').padEnd(40, '0'));
}
