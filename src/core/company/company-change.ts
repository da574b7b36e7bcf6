import type { CompanySlug } from '../identifiers/company-slug.ts';
import type { EstablishmentCode } from '../identifiers/establishment-code.ts';
import type { Problem } from '../refusals/refusal.ts';
import type { Company } from './company.ts';

/** What the company has issued, in any environment and year. */
export interface IssuedPlaces {
  readonly anyDocument: boolean;
  /** Establishment codes with at least one document. */
  readonly establishments: ReadonlySet<EstablishmentCode>;
  /** Points of sale with at least one document, as `M001/P001`. */
  readonly pointsOfSale: ReadonlySet<string>;
}

/**
 * Why a company must not change from the one to the other: its documents carry its NIT, environment and places, and
 * have to be found, invalidated and adjusted under them for ten years (design section 2). Empty where it may.
 */
export function companyChangeProblems(
  before: Company,
  after: Company,
  issued: IssuedPlaces,
): readonly Problem[] {
  return [...identityProblems(before, after, issued), ...lostPlaces(before, after, issued)];
}

/**
 * Why a taxpayer is not two companies: each would number the same series from 1, and the authority refuses a control
 * number that it has seen.
 */
export function twinProblem(
  { nit, ambiente }: Pick<Company, 'nit' | 'ambiente'>,
  twin: CompanySlug,
): Problem {
  const message = `${nit} ya es de la empresa ${twin} en el ambiente ${ambiente}, y las dos numerarían lo mismo: use esa empresa, con más claves si hacen falta.`;
  return { path: 'nit', message };
}

function identityProblems(before: Company, after: Company, issued: IssuedPlaces): readonly Problem[] {
  if (!issued.anyDocument) return [];
  const problems: Problem[] = [];
  if (before.ambiente !== after.ambiente) {
    problems.push({
      path: 'environment',
      message: `no puede cambiar de ${before.ambiente} a ${after.ambiente}: ya hay documentos emitidos.`,
    });
  }
  if (before.nit !== after.nit) {
    problems.push({
      path: 'nit',
      message: `no puede cambiar de ${before.nit} a ${after.nit}: ya hay documentos emitidos.`,
    });
  }
  return problems;
}

function lostPlaces(before: Company, after: Company, issued: IssuedPlaces): readonly Problem[] {
  return before.establishments.flatMap(({ code, pointsOfSale }) => {
    const index = after.establishments.findIndex((establishment) => establishment.code === code);
    const kept = after.establishments[index]?.pointsOfSale;
    if (kept === undefined) return lostEstablishment(code, issued);
    const lost = pointsOfSale.filter(
      (pointOfSale) => !kept.includes(pointOfSale) && issued.pointsOfSale.has(`${code}/${pointOfSale}`),
    );
    return lost.map((pointOfSale) => ({
      path: `establishments[${index}].points_of_sale`,
      message: `no se puede quitar el punto de venta ${pointOfSale} de ${code}: ya emitió documentos.`,
    }));
  });
}

function lostEstablishment(code: EstablishmentCode, issued: IssuedPlaces): readonly Problem[] {
  if (!issued.establishments.has(code)) return [];
  return [
    {
      path: 'establishments',
      message: `no se puede quitar el establecimiento ${code}: ya emitió documentos.`,
    },
  ];
}
