import type { Company } from '../../../core/company/company.ts';
import { companyFileOf } from '../../../core/company/company-file-of.ts';
import type { Problem } from '../../../core/refusals/problem.ts';
import {
  changeOwnCompany,
  type OwnCompanyContext,
} from '../../../operations/companies/change-own-company.ts';
import type { StoredFile } from '../../../operations/companies/own-ports.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { type CompanyFileReading, readCompanyFile } from '../../../schema/read-company-file.ts';
import { answerIn, isLookUp } from '../../answers.ts';
import { entryNamed } from '../../catalogs.ts';
import type { Fields } from '../../form.ts';
import type { Page } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { PLACE_FIELDS, type PlaceValues, placesPage, placeValuesOf } from './places-view.ts';

const PATH = '/empresa/establecimientos';

/** `/app/e/:slug/empresa/establecimientos`: from where the company issues. */
export function registerPlaces(register: (page: Page<CompanyVisit>) => void, parts: ConsoleParts): void {
  register({
    path: PATH,
    async get(visit) {
      const { company } = await parts.own.company.file(visit.companyId);
      return placesPage(visit, { places: placeValuesOf(company), problems: [] });
    },
    refill: (visit) => placesPage(visit, { places: lookedUp(visit.form), problems: [] }),
    async post(visit, reply) {
      if (isLookUp(visit.form)) return placesPage(visit, { places: lookedUp(visit.form), problems: [] });
      const before = await parts.own.company.file(visit.companyId);
      const places = lookedUp(visit.form);
      const reading = readPlaces(before.company, places);
      const what = 'establecimientos';
      const problems = await keepReading(parts, visit, { before, reading, what });
      if (problems.length === 0) return reply.redirect(addressIn(visit, '/empresa?hecho=datos'), 303);
      reply.code(422);
      return placesPage(visit, { places, problems });
    },
  });
}

/** Changes the company to what was read; what is wrong otherwise. */
export async function keepReading(
  { own, users, clock }: ConsoleParts,
  { session, origin, companyId }: CompanyVisit,
  {
    before,
    reading,
    what,
  }: { readonly before: StoredFile; readonly reading: CompanyFileReading; readonly what: string },
): Promise<readonly Problem[]> {
  if (reading.kind === 'problems') return reading.problems;
  const context: OwnCompanyContext = {
    ownCompany: own.company,
    deeds: users.deeds,
    vault: own.vault,
    now: clock.now,
  };
  const by = doerOf(session, origin);
  const outcome = await changeOwnCompany(
    context,
    { by, companyId },
    { before, after: reading.company, what },
  );
  if (outcome.kind === 'problems') return outcome.problems;
  return outcome.kind === 'changed' ? [] : [{ path: '', message: OVERTAKEN }];
}

export const OVERTAKEN = 'Alguien más cambió la empresa mientras tanto: revise los datos y guarde otra vez.';

/** The places of the form, as they were typed; a form has the fields of each as often as places. */
function typedIn(form: Fields): readonly PlaceValues[] {
  return form.all('code').map((_, index) => {
    const typed = (name: keyof PlaceValues) => (form.all(name)[index] ?? '').trim();
    return {
      code: typed('code').toUpperCase(),
      points_of_sale: typed('points_of_sale').toUpperCase(),
      address: typed('address'),
      district: typed('district'),
      phone: typed('phone'),
      email: typed('email'),
    };
  });
}

/** The places as they were typed, but for the empty ones, with the district that was chosen for one of them. */
function lookedUp(form: Fields): readonly PlaceValues[] {
  const answer = answerIn(form);
  const places = typedIn(form).map((place, index) =>
    answer?.field === `district-${index}` ? { ...place, district: answer.label } : place,
  );
  return places.filter((place) => PLACE_FIELDS.some(({ name }) => place[name] !== ''));
}

function readPlaces(company: Company, places: readonly PlaceValues[]): CompanyFileReading {
  const kinds = new Map<string, string>(company.establishments.map(({ code, kind }) => [code, kind]));
  return readCompanyFile({
    ...companyFileOf(company),
    establishments: places.map(({ code, points_of_sale: pointsOfSale, district, ...place }) => ({
      ...Object.fromEntries(Object.entries(place).filter(([, value]) => value !== '')),
      ...(district === '' ? {} : { district: entryNamed('district', district)?.code ?? district }),
      kind: kinds.get(code) ?? null,
      code,
      points_of_sale: pointsOfSale.split(/[\s,;]+/).filter((one) => one !== ''),
    })),
  });
}
