import { draftBetween } from '../adjusting/draft-note.ts';
import { readItem, readReceptor, readTotals } from '../adjusting/issued-ccf.ts';
import type { NetTotals } from '../drafting/net-lines.ts';
import { cloneCreditoFiscal } from '../drafting/nota-credito-draft.ts';
import type { DraftContext, Drafting } from '../drafting/order.ts';
import { amountIn, identifierIn, integerIn, objectIn, objectsIn, textIn } from '../dte/read-dte.ts';
import { parseCodigoGeneracion } from '../identifiers/official.ts';
import type { JsonObject } from '../json/read-json.ts';
import type { IssuedDocument } from './issued-document.ts';
import { observationsIn } from './rebuilt-order.ts';
import { municipalityToday } from './rebuilt-party.ts';

/** Drafts a credit note again from its own lines and totals. Throws TypeError where it is another than we write. */
export function redraftNote(issued: IssuedDocument, document: JsonObject, context: DraftContext): Drafting {
  const resumen = objectIn(document, 'resumen');
  const totals = readTotals(resumen);
  const note = {
    adjusted: adjustedBy(document, totals),
    transactionCondition: integerIn(resumen, 'condicionOperacion'),
    observations: observationsIn(document),
    items: objectsIn(document, 'cuerpoDocumento').map(readItem),
    totals,
  };
  const sides = {
    context: { ...context, place: issued.place },
    activityCode: textIn(objectIn(document, 'emisor'), 'codActividad'),
    receptor: receptorToday(issued, document),
  };
  return draftBetween(sides, (parties) => cloneCreditoFiscal({ ...parties, ...note }, context.generation));
}

function receptorToday({ issuedOn }: IssuedDocument, document: JsonObject) {
  const receptor = readReceptor(objectIn(document, 'receptor'));
  const { direccion } = receptor;
  const municipio = municipalityToday(direccion.departamento, direccion.municipio, issuedOn);
  return { ...receptor, direccion: { ...direccion, municipio } };
}

function adjustedBy(document: JsonObject, totals: NetTotals) {
  const [related] = objectsIn(document, 'documentoRelacionado');
  if (related === undefined) throw new TypeError('the note names no document');
  return {
    codigoGeneracion: identifierIn(related, 'numeroDocumento', parseCodigoGeneracion),
    fechaEmision: textIn(related, 'fechaEmision'),
    carriedRetention: totals.ivaRete > 0n || hasShare(document, 'ivaRete'),
    carriedPerception: totals.ivaPerci > 0n || hasShare(document, 'ivaPerci'),
  };
}

/** The lines of v2 tell a share that is too small for the total. */
function hasShare(document: JsonObject, key: 'ivaRete' | 'ivaPerci'): boolean {
  return objectsIn(document, 'cuerpoDocumento').some((line) => key in line && amountIn(line, key) > 0n);
}
