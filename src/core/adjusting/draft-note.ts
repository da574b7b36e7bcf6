import type { Company } from '../company/company.ts';
import { readIssuer } from '../drafting/issuer.ts';
import { cloneCreditoFiscal, draftNotaCredito, type NoteDrafting } from '../drafting/nota-credito-draft.ts';
import type { AdjustingLine, NoteLine } from '../drafting/order.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { PointOfIssue } from '../identifiers/official.ts';
import { problemsOf } from '../refusals/read.ts';
import { type IssuedCcf, onlyClassOf } from './issued-ccf.ts';
import { noteReceptor } from './note-receptor.ts';

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
  const choice = { ...place, activityCode: ccf.activityCode };
  const issuer = readIssuer(choice, { company, generation, place });
  const issuerTerritory = issuer.value?.establishment.address ?? company.address;
  const receptor = noteReceptor(ccf.receptor, { generation, issuerTerritory });
  const problems = problemsOf(issuer, receptor);
  if (issuer.value === null || receptor.value === null || problems.length > 0)
    return { kind: 'problems', problems };
  const frame = {
    issuer: issuer.value,
    receptor: receptor.value,
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
}
