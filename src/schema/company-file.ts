import type { FileGeneration, FileGenerations } from '../core/company/file-generations.ts';
import type { FileRule } from '../core/company/file-rules.ts';
import { codesIn, PURCHASE_CODES, SALE_CODES } from '../core/declaring/income-codes.ts';
import { VERSIONED } from '../core/dte/kinds.ts';
import type { CompanySlug } from '../core/identifiers/company-slug.ts';
import type { Email } from '../core/identifiers/email.ts';
import type { EstablishmentCode } from '../core/identifiers/establishment-code.ts';
import { PERSON_DOCUMENT_TYPES } from '../core/identifiers/person-document-number.ts';
import type { Phone } from '../core/identifiers/phone.ts';
import type { PointOfSaleCode } from '../core/identifiers/point-of-sale-code.ts';
import { type Static, strictObject, Type } from './schema.ts';

/** What docs/company-file.md tells of a field that JSON Schema has no keyword for. */
interface Notes {
  /** When the field is required, where that depends on others. */
  readonly needed?: string;
  /** What holds where the field is absent; nothing without this note. */
  readonly absent?: string;
}

/** What a text is that its rule admits, where that is an identifier. */
interface RuledText extends Record<FileRule, string> {
  slug: CompanySlug;
  email: Email;
  phone: Phone;
  establishmentCode: EstablishmentCode;
  pointOfSaleCode: PointOfSaleCode;
}

function text<Rule extends FileRule>(format: Rule, description: string, notes: Notes = {}) {
  return Type.Unsafe<RuledText[Rule]>({ type: 'string', format, description, ...notes });
}

function optionalText<Rule extends FileRule>(format: Rule, description: string, notes: Notes = {}) {
  return Type.Optional(text(format, description, notes));
}

const TRIO = { needed: 'unless `district` is given', absent: '' };
const OF_COMPANY = { absent: "the company's" };
const WITH_DEPARTMENT = { needed: 'with `department`', absent: "the company's" };

const PERSON = {
  name: text('personName', '5 to 100 characters.'),
  document_type: Type.Enum(PERSON_DOCUMENT_TYPES, {
    description: 'CAT-022: `02` resident card, `03` passport, `13` DUI, `36` NIT, `37` other.',
  }),
  document_number: Type.String({
    description: 'DUI and NIT as above, the DUI with its check digit; the others up to 20 characters.',
  }),
};
export const PersonSchema = strictObject(PERSON);

function person(description: string) {
  return Type.Optional(strictObject(PERSON, { description }));
}

const EntrySchema = strictObject({
  generation: Type.Enum(['v1', 'v2']),
  from: optionalText('instant', ''),
});

/** One document type, or the events: a generation, one entry or a list of them. */
const GenerationSchema = Type.Unsafe<FileGeneration>({
  ...EntrySchema,
  type: ['string', 'object', 'array'],
  format: 'generation',
  items: EntrySchema,
  minItems: 1,
});

const GenerationsSchema = Type.Unsafe<FileGenerations>({
  type: ['string', 'object'],
  format: 'generation',
  properties: Object.fromEntries(VERSIONED.map((versioned) => [versioned, GenerationSchema])),
  additionalProperties: false,
  description: 'See below.',
});

export const EstablishmentSchema = strictObject({
  code: text(
    'establishmentCode',
    'Code assigned by the Ministry, four characters `A-Z`, `0-9`. A company that issues v2, now or later, needs `M`, `B`, `S` or `P` and three digits, like `M001`.',
  ),
  kind: Type.Optional(
    Type.Enum(['01', '02', '04', '07', '20'], {
      description: 'CAT-009: `01` branch, `02` head office, `04` warehouse, `07` yard; `20` other, v1 only.',
      absent: 'by the letter: `S` 01, `M` 02, `B` 04, `P` 07, else 01',
    }),
  ),
  points_of_sale: Type.Array(text('pointOfSaleCode', ''), {
    minItems: 1,
    description: 'List of codes, at least one; for v2 `P` and three digits, like `P001`.',
  }),
  address: optionalText('address', 'Street line of the establishment.', {
    needed: 'with a territory',
    absent: "the company's",
  }),
  department: optionalText(
    'territoryWord',
    'With `municipality` and `district_code`, the territory of `address`.',
    OF_COMPANY,
  ),
  municipality: optionalText('territoryWord', 'As above.', WITH_DEPARTMENT),
  district_code: optionalText('territoryWord', 'As above.', WITH_DEPARTMENT),
  district: optionalText('territoryWord', 'Instead of the three above.', OF_COMPANY),
  phone: optionalText('phone', '8 to 30 characters.', OF_COMPANY),
  email: optionalText('email', '6 to 100 characters.', OF_COMPANY),
});

export const ExportDefaultsSchema = strictObject(
  {
    item_type: Type.Optional(
      Type.Enum([1, 2, 3], { description: '`1` goods, `2` services, `3` both (CAT-011).' }),
    ),
    incoterm: optionalText('incoterm', 'Two digits, CAT-031.'),
    fiscal_precinct: optionalText('fiscalPrecinct', 'Two digits, CAT-027.'),
    regime_type: optionalText('regimeType', 'Like `EX-1`, CAT-033.'),
    regime: optionalText('regime', 'Like `1000.000`, CAT-028.'),
    country: optionalText(
      'country',
      "Destination: two letters (ISO alpha-2) or the Ministry's four digits (CAT-020).",
    ),
  },
  { description: 'What an export invoice carries unless its request says otherwise; see below.' },
);

export const InvalidationSchema = strictObject(
  {
    responsible: person('Person of the issuer who invalidates.'),
    requester: person('Person who asks for it.'),
    default_type: Type.Optional(
      Type.Enum([1, 2, 3], {
        description: '`1` error, `2` rescission, `3` other (CAT-024).',
        absent: '`2`',
      }),
    ),
    default_reason: optionalText('invalidationReason', '5 to 200 characters.', {
      needed: 'for type 3',
    }),
  },
  { description: 'People and reason of an invalidation that names none.', absent: 'see below' },
);

export const SmtpSchema = strictObject(
  {
    host: text('host', 'Name or address of the server.'),
    port: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description: '1 to 65535.',
        absent: '`465` with `secure`, else `587`',
      }),
    ),
    secure: Type.Optional(
      Type.Boolean({
        description: 'TLS from the first byte. Otherwise STARTTLS, without which no password is sent.',
        absent: '`false`',
      }),
    ),
    user: optionalText('smtpUser', 'Login; without one nobody logs in.'),
    from: text('email', "Sender's address."),
  },
  { description: 'Mail server of the company.', absent: "the installation's" },
);

export const DeliverySchema = strictObject(
  {
    fallback_email: optionalText('email', 'Address for recipients without one where the schema demands it.', {
      absent: "the company's own",
    }),
    rejections_email: optionalText(
      'email',
      'Address that is told of each document that Hacienda rejects, with the reason and what to do.',
      { absent: 'nobody is told' },
    ),
    smtp: Type.Optional(SmtpSchema),
  },
  { description: 'Where documents go by e-mail, and over which server: below.' },
);

export const BrandingSchema = strictObject(
  {
    logo: optionalText(
      'logo',
      'A PNG (not interlaced) or JPEG in base64, at most 200 KB and a million pixels; some 600 by 200 are plenty. It is drawn on every paper, so a small one without transparency is the fastest.',
    ),
    color: optionalText(
      'color',
      'Colour of rules and headings, `#rrggbb`. One too light to be read on white is darkened where it is used for text.',
      { absent: '`#1f3a5f`' },
    ),
  },
  { description: 'How PDF and ticket look; see below.' },
);

/** Ten years of days: a bound against slips of the finger, not a rule. */
function window(description: string) {
  return Type.Optional(Type.Integer({ minimum: 0, maximum: 3660, description, absent: 'the legal one' }));
}

export const WindowsSchema = strictObject(
  {
    credit_note_business_days: window('Business days after its issuance in which a CCF may be adjusted.'),
    direct_invalidation_business_day: window(
      'Business day of the following month up to which types 03 and 05 may be invalidated.',
    ),
    direct_invalidation_months: window(
      'Months from the seal in which types 01, 11 and 14 may be invalidated.',
    ),
  },
  { description: 'Overrides of the legal windows; see below.', absent: 'the legal ones' },
);

export const ContingencySchema = strictObject(
  {
    responsible: person('Person who answers for the event.'),
    type: Type.Optional(
      Type.Enum([1, 2, 3, 4, 5], {
        description:
          "CAT-005: `1` the Ministry's system, `2` the issuer's system, `3` Internet, `4` power, `5` other.",
        absent: '`1`',
      }),
    ),
    reason: optionalText('contingencyReason', '5 to 150 characters.', { needed: 'for type 5' }),
  },
  { description: 'What a contingency event says.', absent: 'see below' },
);

/** One of the codes of the manual of F-07. */
function code(codes: readonly number[], description: string, absent: string) {
  return Type.Optional(Type.Unsafe<number>({ type: 'integer', enum: [...codes], description, absent }));
}

export const SaleClassSchema = strictObject(
  {
    operation_type: code(
      codesIn(SALE_CODES.operationType),
      '`1` taxed, `2` not taxed or exempt, `3` excluded, `4` mixed, `12` and `13` as the manual says.',
      '`1`',
    ),
    income_type: code(
      codesIn(SALE_CODES.incomeType),
      '`1` professions, `2` services, `3` trade, `4` industry, `5` agriculture, `6` dividends, `7` to `10`, `12`, `13` as the manual says.',
      '`3`; `7` or `9` for exports',
    ),
  },
  { description: 'Codes of sales: annexes 1 and 2.' },
);

export const PurchaseClassSchema = strictObject(
  {
    operation_type: code(
      codesIn(PURCHASE_CODES.operationType),
      '`1` taxed, `2` not taxed, `3` excluded, `4` mixed, `8` in several annexes, `9` not deductible.',
      '`1`',
    ),
    classification: code(codesIn(PURCHASE_CODES.classification), '`1` cost, `2` expense, `8`, `9`.', '`2`'),
    sector: code(
      codesIn(PURCHASE_CODES.sector),
      '`1` industry, `2` trade, `3` agriculture, `4` services, `8`, `9`.',
      '`2`',
    ),
    cost_type: code(
      codesIn(PURCHASE_CODES.costType),
      '`1` selling, `2` administration, `3` financing; of a cost `4` imported, `5` domestic, and in industry `6` indirect, `7` labour; `8`, `9`.',
      '`2`',
    ),
  },
  { description: 'Codes of purchases from excluded subjects: annex 5 and the detail of F-14.' },
);

export const ClassRuleSchema = strictObject({
  // Whether it is one of the list is judged with the list.
  establishment: Type.Optional(
    Type.String({ description: 'Code of an establishment of the company.', absent: 'any' }),
  ),
  activity_code: optionalText('activityCode', 'Activity of the issuer in the document, CAT-019.', {
    absent: 'any',
  }),
  sale: Type.Optional(SaleClassSchema),
  purchase: Type.Optional(PurchaseClassSchema),
});

export const IncomeClassesSchema = strictObject(
  {
    sale: Type.Optional(SaleClassSchema),
    purchase: Type.Optional(PurchaseClassSchema),
    rules: Type.Optional(
      Type.Array(ClassRuleSchema, {
        maxItems: 100,
        description: 'By establishment, by activity or by both; the first that fits a document counts.',
      }),
    ),
  },
  {
    description: 'Codes of the income tax in the annexes, for documents that have no own; see below.',
    absent: 'see below',
  },
);

export const CompanyFileSchema = strictObject({
  slug: text(
    'slug',
    "The operator's short name of the company: 1 to 63 characters `a-z`, `0-9` and hyphens.",
  ),
  environment: Type.Enum(['00', '01'], { description: '`00` test, `01` production (CAT-001).' }),
  nit: text(
    'nit',
    '14 digits, or the 9 of a DUI; hyphens and blanks are removed. A check digit that fails is only a warning.',
  ),
  nrc: text('nrc', '2 to 8 digits; hyphens and blanks are removed.'),
  name: text('companyName', 'Legal name, 3 to 200 characters.'),
  trade_name: optionalText('tradeName', 'Commercial name, 1 to 150 characters.'),
  activity_code: text('activityCode', 'Economic activity, CAT-019.'),
  person_type: Type.Optional(
    Type.Enum([1, 2], {
      description: '`1` natural person, `2` legal person (CAT-029).',
      absent: '1 for a NIT of 9 digits, else 2',
    }),
  ),
  phone: text('phone', '8 to 30 characters.'),
  email: text('email', '6 to 100 characters; printed on every document.'),
  address: text('address', 'Street line, 1 to 200 characters.'),
  department: optionalText('territoryWord', 'Two digits, CAT-012.', TRIO),
  municipality: optionalText(
    'territoryWord',
    "Code of 2024: two digits, or four with the department's in front (CAT-013).",
    TRIO,
  ),
  district_code: optionalText('territoryWord', 'Two digits, CAT-008. The three together must exist.', TRIO),
  district: optionalText(
    'territoryWord',
    'Instead of the three above: the `id` that `GET /catalogs/districts/search` gives.',
    { absent: '' },
  ),
  schema_generation: GenerationsSchema,
  generation_deadline: optionalText(
    'day',
    'Day from which v2 is expected of the company, like `2026-12-01`. The doctor counts the days to it, and nothing else depends on it.',
    { absent: '`2026-12-01`' },
  ),
  series_mode: Type.Optional(
    Type.Enum(['centralized', 'establishment', 'point_of_sale'], {
      description:
        "How correlatives run: `centralized`, `establishment` or `point_of_sale`. The last one needs the Ministry's authorization.",
      absent: '`centralized`',
    }),
  ),
  establishments: Type.Array(EstablishmentSchema, {
    minItems: 1,
    description: 'At least one; see below.',
  }),
  // Whether it is one of the list is judged with the list.
  default_establishment: Type.Optional(
    Type.String({
      description: 'Establishment of a document that names none.',
      absent: 'the first of the list',
    }),
  ),
  default_point_of_sale: Type.Optional(
    Type.String({
      description: 'Point of sale of a document that names none.',
      absent: 'the first of the default establishment',
    }),
  ),
  vat_perception_agent: Type.Optional(
    Type.Boolean({
      description: 'Whether the company collects the 1 % VAT perception.',
      absent: '`false`',
    }),
  ),
  export_defaults: Type.Optional(ExportDefaultsSchema),
  invalidation: Type.Optional(InvalidationSchema),
  delivery: Type.Optional(DeliverySchema),
  branding: Type.Optional(BrandingSchema),
  windows: Type.Optional(WindowsSchema),
  contingency: Type.Optional(ContingencySchema),
  income_classes: Type.Optional(IncomeClassesSchema),
});

export type CompanyFile = Static<typeof CompanyFileSchema>;
