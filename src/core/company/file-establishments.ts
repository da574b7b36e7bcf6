import { isEstablishmentCodeV2 } from '../identifiers/establishment-code.ts';
import { isPointOfSaleCodeV2 } from '../identifiers/point-of-sale-code.ts';
import type { Establishment, PostalAddress, Territory } from './company.ts';
import { type CompanyFileContext, readAddress, readTerritory, TERRITORY_FIELDS } from './file-place.ts';
import { FILE_RULES } from './file-rules.ts';
import {
  choiceAt,
  listAt,
  type ObjectSite,
  openObject,
  type Place,
  pathOf,
  report,
  requireFields,
  textAt,
} from './file-site.ts';

export const ESTABLISHMENT_FIELDS: readonly string[] = [
  'code',
  'kind',
  'points_of_sale',
  'address',
  ...TERRITORY_FIELDS,
  'phone',
  'email',
];

/** What an establishment is read against. */
export interface EstablishmentSurroundings {
  readonly context: CompanyFileContext;
  /** Where the company is; null where that could not be read. */
  readonly territory: Territory | null;
  /** Whether any document type is, or will be, issued in v2, whose control numbers restrict the codes. */
  readonly v2: boolean;
}

/** CAT-009, and 20 (other) of the v1 schemas. */
const KINDS = ['01', '02', '04', '07', '20'] as const;

/** What the first letter of a code stands for in a v2 control number, as CAT-009. */
const KIND_BY_LETTER: Readonly<Record<string, string>> = { S: '01', M: '02', B: '04', P: '07' };
const BRANCH = '01';

/** The list `establishments`; null where it is absent or something in it is wrong. */
export function readEstablishments(
  site: ObjectSite,
  surroundings: EstablishmentSurroundings,
): readonly Establishment[] | null {
  const before = site.problems.length;
  const items = listAt(site, 'establishments');
  if (items === null) return null;
  const establishments = items.flatMap((item, index) => {
    const place = { path: `${pathOf(site, 'establishments')}[${index}]`, problems: site.problems };
    return readEstablishment(item, place, surroundings) ?? [];
  });
  if (site.problems.length > before) return null;
  reportRepeated(
    establishments.map(({ code }) => code),
    (index) => ({ path: `establishments[${index}].code`, problems: site.problems }),
  );
  return site.problems.length > before ? null : establishments;
}

function readEstablishment(
  item: unknown,
  place: Place,
  surroundings: EstablishmentSurroundings,
): Establishment | null {
  const site = openObject(item, ESTABLISHMENT_FIELDS, place);
  if (site === null) return null;
  requireFields(site, ['code', 'points_of_sale']);
  const code = textAt(site, 'code', FILE_RULES.establishmentCode);
  if (code !== null && surroundings.v2 && !isEstablishmentCodeV2(code)) {
    report(site, 'code', 'en v2 debe ser M, B, S o P y tres dígitos, como M001.');
  }
  const kind = choiceAt(site, 'kind', KINDS);
  const pointsOfSale = readPointsOfSale(site, surroundings.v2);
  const address = readOwnAddress(site, surroundings);
  const phone = textAt(site, 'phone', FILE_RULES.phone);
  const email = textAt(site, 'email', FILE_RULES.email);
  if (code === null || pointsOfSale === null) return null;
  return {
    code,
    kind: kind ?? KIND_BY_LETTER[code.charAt(0)] ?? BRANCH,
    pointsOfSale,
    address,
    phone,
    email,
  };
}

function readPointsOfSale(site: ObjectSite, v2: boolean): readonly string[] | null {
  const items = listAt(site, 'points_of_sale');
  if (items === null) return null;
  const placeOf = (index: number) => ({
    path: `${pathOf(site, 'points_of_sale')}[${index}]`,
    problems: site.problems,
  });
  const codes = items.map((item, index) => readPointOfSale(item, placeOf(index), v2));
  reportRepeated(codes, placeOf);
  return codes;
}

/** The code, or an empty text and a problem. */
function readPointOfSale(item: unknown, { path, problems }: Place, v2: boolean): string {
  if (typeof item !== 'string') {
    problems.push({ path, message: 'debe ser un texto entre comillas.' });
    return '';
  }
  const code = FILE_RULES.pointOfSaleCode.parse(item.trim());
  if (code === null) {
    problems.push({ path, message: FILE_RULES.pointOfSaleCode.whyNot(item.trim()) ?? 'no es válido.' });
  } else if (v2 && !isPointOfSaleCodeV2(code)) {
    problems.push({ path, message: 'en v2 debe ser P y tres dígitos, como P001.' });
  }
  return code ?? '';
}

/** The establishment's own address; its territory is the company's unless it names one. */
function readOwnAddress(site: ObjectSite, surroundings: EstablishmentSurroundings): PostalAddress | null {
  const ownTerritory = TERRITORY_FIELDS.some((field) => site.members.has(field));
  if (!ownTerritory && !site.members.has('address')) return null;
  requireFields(site, ['address']);
  const territory = ownTerritory ? readTerritory(site, surroundings.context) : surroundings.territory;
  return readAddress(site, territory);
}

function reportRepeated(codes: readonly string[], placeOf: (index: number) => Place): void {
  codes.forEach((code, index) => {
    if (code === '' || codes.indexOf(code) === index) return;
    const { path, problems } = placeOf(index);
    problems.push({ path, message: `el código ${code} está repetido.` });
  });
}
