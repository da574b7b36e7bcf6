import type { Company, PostalAddress, Territory } from '../company/company.ts';
import { readIssuer } from '../drafting/issuer.ts';
import {
  cloneCreditoFiscal,
  draftNotaCredito,
  type NotaCreditoClone,
  type NoteDrafting,
} from '../drafting/nota-credito-draft.ts';
import type { AdjustingLine, DraftContext, NoteLine } from '../drafting/order.ts';
import { complementoOf } from '../dte/field-texts.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { ContribuyenteParty } from '../dte/receptor.ts';
import type { PointOfIssue } from '../identifiers/official.ts';
import { type Read, read, unreadable } from '../refusals/refusal.ts';
import { districtOfAddress } from '../territory/district-of-address.ts';
import { resolveTerritory } from '../territory/resolve-territory.ts';
import { type CcfReceptor, type IssuedCcf, onlyClassOf } from './issued-ccf.ts';

/** A note on a CCF, before it has a generation. */
export interface NoteTerms {
  readonly company: Company;
  /** Where the CCF was issued: its note comes from there too. */
  readonly place: PointOfIssue;
  readonly ccf: IssuedCcf;
  /** What is given back; null for all of the CCF. */
  readonly lines: readonly AdjustingLine[] | null;
  readonly observations: string | null;
}

/** The lines of a note on a CCF: one of no stated class is of the CCF's only class, or taxed. */
export function classifiedLines(lines: readonly NoteLine[], ccf: IssuedCcf): readonly AdjustingLine[] {
  const usual = onlyClassOf(ccf) ?? 'taxed';
  return lines.map((line) => ({ ...line, saleType: line.saleType ?? usual }));
}

/** Drafts a note: its recipient, its condition and, where it gives back everything, its amounts are the CCF's own. */
export function draftNote(terms: NoteTerms, generation: SchemaGeneration): NoteDrafting {
  const { company, place, ccf, lines, observations } = terms;
  return draftBetween({ context: { company, place, generation }, ...ccf }, (parties) => {
    const frame = {
      ...parties,
      adjusted: {
        codigoGeneracion: ccf.codigoGeneracion,
        fechaEmision: ccf.fechaEmision,
        carriedRetention: ccf.totals.ivaRete > 0n,
        carriedPerception: ccf.totals.ivaPerci > 0n,
      },
      transactionCondition: ccf.condicionOperacion,
      observations,
    };
    if (lines !== null) return draftNotaCredito({ ...frame, lines }, generation);
    return cloneCreditoFiscal({ ...frame, items: ccf.items, totals: ccf.totals }, generation);
  });
}

/** Between whom a note is drafted: its issuer, and the recipient as the CCF names it. */
interface NoteSides extends Pick<IssuedCcf, 'activityCode' | 'receptor'> {
  readonly context: DraftContext & { readonly place: PointOfIssue };
}

/** Reads both sides of a note and drafts it; what is wrong with them comes first. */
export function draftBetween(
  { context, activityCode, receptor: named }: NoteSides,
  draft: (parties: Pick<NotaCreditoClone, 'issuer' | 'receptor'>) => NoteDrafting,
): NoteDrafting {
  const { company, generation, place } = context;
  const { value: issuer, problems: ofIssuer } = readIssuer({ ...place, activityCode }, context);
  const issuerTerritory = issuer?.establishment.address ?? company.address;
  const { value: receptor, problems: ofReceptor } = noteReceptor(named, { generation, issuerTerritory });
  const problems = [...ofIssuer, ...ofReceptor];
  if (issuer === null || receptor === null || problems.length > 0) return { kind: 'problems', problems };
  return draft({ issuer, receptor });
}

/** In which generation the note is issued, and where its issuer is. */
interface NoteSetting {
  readonly generation: SchemaGeneration;
  readonly issuerTerritory: Territory;
}

/**
 * The recipient of a CCF as a note of the given generation names it; null where its place has no code there. What the
 * CCF says of it stays word for word unless the generations differ.
 */
export function noteReceptor(receptor: CcfReceptor, setting: NoteSetting): Read<ContribuyenteParty | null> {
  const { value: direccion, problems } = noteAddress(receptor.direccion, setting);
  return { value: direccion === null ? null : { ...receptor, direccion }, problems };
}

/**
 * v2 wants the district that v1 had no field for: the one that the v1 text names, else the issuer's if it lies in that
 * municipality, else the lowest there (specification 9.3). v1 wants its name in the text.
 */
function noteAddress(
  address: CcfReceptor['direccion'],
  { generation, issuerTerritory }: NoteSetting,
): Read<PostalAddress | null> {
  const { departamento, municipio, distrito, complemento } = address;
  if (distrito === null) {
    const named = districtOfAddress(address);
    if (named !== null) return read({ ...named, complemento });
  }
  const place = { department: departamento, municipality: municipio, districtCode: distrito ?? undefined };
  const resolution = resolveTerritory(place, issuerTerritory, generation);
  if (resolution.kind === 'problem')
    return unreadable({ path: 'document_id', code: resolution.code, message: resolution.message });
  const { territory } = resolution;
  if (distrito === null || generation === 'v2') return read({ ...territory, complemento });
  return read({
    ...territory,
    complemento: complementoOf({ address: complemento, territory }, generation),
  });
}
