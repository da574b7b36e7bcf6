import type { PartyOrder } from '../../src/core/drafting/order.ts';
import type { PartyContext } from '../../src/core/drafting/party.ts';
import type { FieldProblem } from '../../src/core/refusals/refusal.ts';
import { exampleCompany } from './example-company.ts';
import { exampleParty } from './example-order.ts';

/** A registered taxpayer, the customer of a CCF, with the changes given. */
export function exampleContribuyente(changes: Partial<PartyOrder> = {}): PartyOrder {
  return exampleParty({
    name: 'Ferretería Ejemplo, S.A. de C.V.',
    nit: '0614-010190-002-0',
    nrc: '123456-7',
    typeContributor: 1,
    activityCode: '46631',
    ...changes,
  });
}

/** A company in the United States, the customer of an export, with the changes given. */
export function exampleExtranjero(changes: Partial<PartyOrder> = {}): PartyOrder {
  return exampleParty({
    name: 'Example Coffee Inc.',
    documentNumber: 'US-99-1234',
    country: 'US',
    ...changes,
  });
}

/** A carpenter with a DUI and no registration, the subject of a type 14, with the changes given. */
export function exampleSubject(changes: Partial<PartyOrder> = {}): PartyOrder {
  return exampleParty({
    name: 'Juan Ficticio',
    documentType: '13',
    documentNumber: '01234567-8',
    ...changes,
  });
}

/** Where a party is read in a test: an issuer in San Salvador, v2, and a list for what is wrong. */
export function examplePartyContext(changes: Partial<PartyContext> = {}) {
  const issuerTerritory = { departamento: '06', municipio: '23', distrito: '14' };
  return {
    path: 'customer',
    company: exampleCompany(),
    generation: 'v2' as const,
    issuerTerritory,
    ...changes,
  };
}

/** Problems as `path: message`. */
export function sentences(problems: readonly FieldProblem[]): readonly string[] {
  return problems.map(({ path, message }) => `${path}: ${message}`);
}
