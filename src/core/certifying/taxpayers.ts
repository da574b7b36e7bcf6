import type { Company } from '../company/company.ts';
import type { PartyOrder } from '../drafting/order.ts';
import { readContribuyente } from '../drafting/party.ts';
import { nitCheckDigitHolds, parseNit } from '../identifiers/nit.ts';
import { withoutSeparators } from '../identifiers/text.ts';
import { type FieldProblem, fieldProblem } from '../refusals/refusal.ts';

/** What is wrong with the taxpayers that a campaign is to sell to; paths begin with the position of each, from 0. */
export function taxpayerProblems(
  company: Company,
  taxpayers: readonly PartyOrder[],
): readonly FieldProblem[] {
  return taxpayers.flatMap((taxpayer, index) => {
    const path = `[${index}]`;
    const issuerTerritory = company.address;
    const { problems } = readContribuyente(taxpayer, { path, company, generation: 'v2', issuerTerritory });
    return [...problems, ...doubtfulNumber(taxpayer, `${path}.nit`)];
  });
}

/** The authority refuses a CCF to a NIT that it does not know (009). */
function doubtfulNumber({ nit, documentNumber }: PartyOrder, path: string): readonly FieldProblem[] {
  const number = parseNit(documentNumber ?? nit ?? '');
  if (number === null || nitCheckDigitHolds(number)) return [];
  return [fieldProblem(path, 'bad_format', 'El dígito verificador del NIT no es correcto.')];
}

/** The taxpayers whom a company can sell to: all but itself. */
export function othersThan(
  { nit }: Pick<Company, 'nit'>,
  taxpayers: readonly PartyOrder[],
): readonly PartyOrder[] {
  return taxpayers.filter((one) => withoutSeparators(one.nit ?? one.documentNumber ?? '') !== nit);
}
