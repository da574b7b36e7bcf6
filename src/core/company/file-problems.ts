import { type ClassFields, classIn } from '../declaring/given-class.ts';
import { isPurchaseClass, purchaseClassOf } from '../declaring/income-codes.ts';
import { everIssuesV2 } from '../dte/kinds.ts';
import { isEstablishmentCodeV2 } from '../identifiers/establishment-code.ts';
import { isPersonDocumentType, whyNotPersonDocumentNumber } from '../identifiers/person-document-number.ts';
import { isPointOfSaleCodeV2 } from '../identifiers/point-of-sale-code.ts';
import type { Problem } from '../refusals/refusal.ts';
import { type FileGenerations, generationsIn, misordered } from './file-generations.ts';
import { namesTerritory, type PlaceWords, TRIO, territoryIn } from './file-place.ts';

/** An establishment in the words of a company file. */
export interface FileEstablishment extends PlaceWords {
  readonly code: string;
  readonly points_of_sale: readonly string[];
}

interface FilePerson {
  readonly document_type: string;
  readonly document_number: string;
}

/** The fields of a company file that are judged together. What is absent may have been taken out because it is wrong. */
export interface FileParts extends PlaceWords {
  readonly schema_generation?: FileGenerations;
  readonly establishments?: readonly FileEstablishment[];
  readonly default_establishment?: string;
  readonly default_point_of_sale?: string;
  readonly invalidation?: {
    readonly responsible?: FilePerson;
    readonly requester?: FilePerson;
    readonly default_type?: number;
    readonly default_reason?: string;
  };
  readonly contingency?: {
    readonly responsible?: FilePerson;
    readonly type?: number;
    readonly reason?: string;
  };
  readonly income_classes?: {
    readonly purchase?: ClassFields;
    readonly rules?: readonly {
      readonly establishment?: string;
      readonly activity_code?: string;
      readonly purchase?: ClassFields;
    }[];
  };
}

const REQUIRED = 'Es obligatorio.';
/** CAT-024 and CAT-005, the types that need a reason. */
const OTHER_INVALIDATION = 3;
const OTHER_CONTINGENCY = 5;

/** What is wrong between the fields of a company file of which each is right. */
export function fileProblems(file: FileParts): readonly Problem[] {
  const { invalidation = {}, contingency = {} } = file;
  return [
    ...territoryProblems('', file),
    ...misordered(file.schema_generation ?? {}).map((versioned) => ({
      path: `schema_generation.${versioned}`,
      message: 'cada elemento después del primero debe tener un from posterior al anterior.',
    })),
    ...establishmentsProblems(file),
    ...defaultPlaceProblems(file),
    ...personProblems('invalidation.responsible', invalidation.responsible),
    ...personProblems('invalidation.requester', invalidation.requester),
    ...(invalidation.default_type === OTHER_INVALIDATION && invalidation.default_reason === undefined
      ? [{ path: 'invalidation.default_reason', message: 'Es obligatorio con default_type 3.' }]
      : []),
    ...personProblems('contingency.responsible', contingency.responsible),
    ...(contingency.type === OTHER_CONTINGENCY && contingency.reason === undefined
      ? [{ path: 'contingency.reason', message: 'Es obligatorio con type 5.' }]
      : []),
    ...classProblems(file),
  ];
}

/** The issuer's district is never guessed, because receptors without one inherit it. */
function territoryProblems(path: string, words: PlaceWords): readonly Problem[] {
  const { department, municipality, district_code, district } = words;
  const missing = district === undefined ? TRIO.filter((field) => words[field] === undefined) : [];
  if (missing.length > 0) return missing.map((field) => ({ path: `${path}${field}`, message: REQUIRED }));
  if (territoryIn(words) !== null) return [];
  if (district !== undefined)
    return [{ path: `${path}district`, message: `no existe el distrito ${district}.` }];
  const message = `no existe el distrito ${district_code} en el municipio ${municipality} del departamento ${department}.`;
  return [{ path: `${path}district_code`, message }];
}

function establishmentsProblems({ schema_generation, establishments = [] }: FileParts): readonly Problem[] {
  const v2 = schema_generation !== undefined && everIssuesV2(generationsIn(schema_generation));
  const problems = establishments.flatMap((establishment, index) =>
    establishmentProblems(`establishments[${index}]`, establishment, v2),
  );
  const codes = establishments.map(({ code }) => code);
  return [...problems, ...repeatedCodes(codes, (index) => `establishments[${index}].code`)];
}

function establishmentProblems(path: string, own: FileEstablishment, v2: boolean): readonly Problem[] {
  const problems: Problem[] = [];
  if (v2 && !isEstablishmentCodeV2(own.code))
    problems.push({
      path: `${path}.code`,
      message: 'en v2 debe ser M, B, S o P y tres dígitos, como M001.',
    });
  const pathOf = (index: number) => `${path}.points_of_sale[${index}]`;
  for (const [index, code] of own.points_of_sale.entries()) {
    if (v2 && !isPointOfSaleCodeV2(code))
      problems.push({ path: pathOf(index), message: 'en v2 debe ser P y tres dígitos, como P001.' });
  }
  problems.push(...repeatedCodes(own.points_of_sale, pathOf));
  if (!namesTerritory(own)) return problems;
  if (own.address === undefined) problems.push({ path: `${path}.address`, message: REQUIRED });
  return [...problems, ...territoryProblems(`${path}.`, own)];
}

function repeatedCodes(codes: readonly string[], pathOf: (index: number) => string): readonly Problem[] {
  return codes.flatMap((code, index) =>
    codes.indexOf(code) === index
      ? []
      : [{ path: pathOf(index), message: `el código ${code} está repetido.` }],
  );
}

/** The establishment and point of sale of a document that names none. */
function defaultPlaceProblems(file: FileParts): readonly Problem[] {
  const { establishments, default_point_of_sale: pointOfSale } = file;
  if (establishments === undefined) return [];
  const code = file.default_establishment ?? establishments[0]?.code;
  const establishment = establishments.find((one) => one.code === code);
  if (establishment === undefined)
    return [{ path: 'default_establishment', message: `${code} no está en establishments.` }];
  if (pointOfSale === undefined || establishment.points_of_sale.includes(pointOfSale)) return [];
  const message = `${pointOfSale} no es un punto de venta del establecimiento ${code}.`;
  return [{ path: 'default_point_of_sale', message }];
}

function classProblems({ income_classes: classes = {}, establishments }: FileParts): readonly Problem[] {
  const usual = classes.purchase;
  const { rules = [] } = classes;
  const codes = establishments?.map(({ code }) => code);
  return [
    ...purchaseProblems('income_classes.purchase', [usual]),
    ...rules.flatMap(({ establishment, activity_code, purchase }, index) => {
      const path = `income_classes.rules[${index}]`;
      const problems = purchase === undefined ? [] : purchaseProblems(`${path}.purchase`, [usual, purchase]);
      if (establishment === undefined && activity_code === undefined)
        return [{ path, message: 'Debe llevar establishment, activity_code o ambos.' }, ...problems];
      if (establishment === undefined || codes === undefined || codes.includes(establishment))
        return problems;
      const message = `${establishment} no está en establishments.`;
      return [{ path: `${path}.establishment`, message }, ...problems];
    }),
  ];
}

/** What is given together, the later over the earlier, must be one of the manual's combinations. */
function purchaseProblems(path: string, given: readonly (ClassFields | undefined)[]): readonly Problem[] {
  const message =
    'El gasto lleva cost_type 1, 2 o 3; el costo, 4 o 5, y en la industria también 6 o 7; 9 va en los cuatro.';
  const isOne = isPurchaseClass(purchaseClassOf(classIn(Object.assign({}, ...given))));
  return isOne ? [] : [{ path: `${path}.cost_type`, message }];
}

function personProblems(path: string, person: FilePerson | undefined): readonly Problem[] {
  if (person === undefined || !isPersonDocumentType(person.document_type)) return [];
  const message = whyNotPersonDocumentNumber(person.document_type, person.document_number);
  return message === null ? [] : [{ path: `${path}.document_number`, message }];
}
