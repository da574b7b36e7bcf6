import type {
  Company,
  Establishment,
  ResponsiblePerson,
  SmtpServer,
  Territory,
} from '../core/company/company.ts';
import { generationsIn, unnamedTypes } from '../core/company/file-generations.ts';
import { territoryIn } from '../core/company/file-place.ts';
import { fileProblems } from '../core/company/file-problems.ts';
import { classIn } from '../core/declaring/given-class.ts';
import { nitCheckDigitHolds, parseNit } from '../core/identifiers/nit.ts';
import { parseNrc } from '../core/identifiers/nrc.ts';
import { parsePersonDocumentNumber } from '../core/identifiers/person-document-number.ts';
import { identifier } from '../core/identifiers/text.ts';
import type { Problem } from '../core/refusals/refusal.ts';
import { isOf, prepareCheck, problemsIn } from './check.ts';
import { type CompanyFile, CompanyFileSchema, type PersonSchema, type SmtpSchema } from './company-file.ts';
import { type Static, Type } from './schema.ts';
import { isSoundPicture } from './sound-picture.ts';

export type CompanyFileReading =
  | { readonly kind: 'company'; readonly company: Company; readonly warnings: readonly Problem[] }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/**
 * Reads the JSON value of a company file and reports every mistake in it at once, in the file's own names. A JSON null
 * counts as absent, and so do blanks at the ends of texts.
 */
export function readCompanyFile(value: unknown): CompanyFileReading {
  const file = asMeant(value);
  if (!isOf(CompanyFileSchema, file)) return { kind: 'problems', problems: problemsOfWrong(file) };
  const problems = fileProblems(file);
  if (problems.length > 0) return { kind: 'problems', problems };
  if (!isDrawn(file.branding?.logo)) return { kind: 'problems', problems: [NOT_DRAWN] };
  return { kind: 'company', company: companyOf(file), warnings: warningsOf(file) };
}

const NOT_DRAWN: Problem = {
  path: 'branding.logo',
  message: 'la imagen está dañada y no se puede dibujar: guárdela otra vez como PNG o JPEG.',
};

/** Whether paper can show the logo: its pixels are unpacked here, and their number has a limit by now. */
function isDrawn(logo: string | undefined): boolean {
  return logo === undefined || isSoundPicture(Buffer.from(logo, 'base64'));
}

/** Compiles what the first reading of a company file would wait for. */
export function prepareCompanyFiles(): void {
  prepareCheck(CompanyFileSchema);
}

/** What is wrong in fields, and between those that are right. */
function problemsOfWrong(file: unknown): readonly Problem[] {
  const wrong = problemsIn(file, CompanyFileSchema).map(({ path, message }) => ({ path, message }));
  if (wrong.some(({ path }) => path === '')) return wrong;
  const between = fileProblems(partsWithout(wrong, file));
  return [...wrong, ...between.filter(({ path }) => wrong.every((one) => one.path !== path))];
}

function asMeant(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(asMeant);
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(said.map(([name, member]) => [name, asMeant(member)]));
}

const { properties } = CompanyFileSchema;
const PartsSchema = Type.Unsafe<Partial<CompanyFile>>({ type: 'object', properties });

/** The fields of the file in which nothing is wrong. */
function partsWithout(wrong: readonly Problem[], file: unknown): Partial<CompanyFile> {
  const names = new Set(wrong.map(({ path }) => path.split(/[.[]/)[0]));
  const parts = Object.fromEntries(Object.entries(Object(file)).filter(([name]) => !names.has(name)));
  return isOf(PartsSchema, parts) ? parts : {};
}

function warningsOf({ nit, schema_generation }: CompanyFile): readonly Problem[] {
  const warnings: Problem[] = [];
  const unnamed = unnamedTypes(schema_generation);
  if (unnamed.length > 0)
    warnings.push({
      path: 'schema_generation',
      message: `no nombra los tipos ${unnamed.join(', ')}: se emiten en v1.`,
    });
  const digits = parseNit(nit);
  if (digits !== null && !nitCheckDigitHolds(digits))
    warnings.push({
      path: 'nit',
      message: 'el dígito verificador no coincide; revise que el NIT sea correcto.',
    });
  return warnings;
}

/** CAT-029. */
const [NATURAL_PERSON, LEGAL_PERSON] = [1, 2] as const;
const DUI_DIGITS = 9;

/** The company of a file without problems; else throws RangeError. */
function companyOf(file: CompanyFile): Company {
  const territory = territoryIn(file);
  if (territory === null) throw new RangeError('a company file that names no place has problems');
  const establishments = file.establishments.map((one) => establishmentOf(one, territory));
  const home = establishments.find(({ code }) => code === file.default_establishment) ?? establishments[0];
  const till = home?.pointsOfSale.find((code) => code === (file.default_point_of_sale ?? code));
  if (home === undefined || till === undefined)
    throw new RangeError('a company file without a place has problems');
  const nit = identifier(parseNit, file.nit);
  return {
    slug: file.slug,
    ambiente: file.environment,
    nit,
    nrc: identifier(parseNrc, file.nrc),
    name: file.name,
    tradeName: file.trade_name ?? null,
    activityCode: file.activity_code,
    phone: file.phone,
    email: file.email,
    address: { ...territory, complemento: file.address },
    personType: file.person_type ?? (nit.length === DUI_DIGITS ? NATURAL_PERSON : LEGAL_PERSON),
    generations: generationsIn(file.schema_generation),
    generationDeadline: file.generation_deadline ?? null,
    seriesMode: file.series_mode ?? 'centralized',
    establishments,
    defaultEstablishment: home.code,
    defaultPointOfSale: till,
    vatPerceptionAgent: file.vat_perception_agent ?? false,
    ...settingsOf(file),
    incomeClasses: classesOf(file),
  };
}

/** What the first letter of a code stands for in a v2 control number, as CAT-009. */
const KIND_BY_LETTER: Readonly<Record<string, string>> = { S: '01', M: '02', B: '04', P: '07' };
const BRANCH = '01';

function establishmentOf(file: CompanyFile['establishments'][number], ofCompany: Territory): Establishment {
  return {
    code: file.code,
    kind: file.kind ?? KIND_BY_LETTER[file.code.charAt(0)] ?? BRANCH,
    pointsOfSale: file.points_of_sale,
    address:
      file.address === undefined ? null : { ...(territoryIn(file) ?? ofCompany), complemento: file.address },
    phone: file.phone ?? null,
    email: file.email ?? null,
  };
}

function settingsOf(file: CompanyFile) {
  const { export_defaults: exports = {}, branding = {}, windows = {} } = file;
  const { invalidation = {}, delivery = {}, contingency = {} } = file;
  return {
    exportDefaults: {
      itemType: exports.item_type ?? null,
      incoterm: exports.incoterm ?? null,
      fiscalPrecinct: exports.fiscal_precinct ?? null,
      regimeType: exports.regime_type ?? null,
      regime: exports.regime ?? null,
      country: exports.country ?? null,
    },
    invalidation: {
      responsible: personOf(invalidation.responsible),
      requester: personOf(invalidation.requester),
      defaultType: invalidation.default_type ?? RESCISSION,
      defaultReason: invalidation.default_reason ?? null,
    },
    delivery: {
      fallbackEmail: delivery.fallback_email ?? null,
      rejectionsEmail: delivery.rejections_email ?? null,
      smtp: smtpOf(delivery.smtp),
    },
    branding: { logo: branding.logo ?? null, color: branding.color?.toLowerCase() ?? null },
    windows: {
      creditNoteBusinessDays: windows.credit_note_business_days ?? null,
      directInvalidationBusinessDay: windows.direct_invalidation_business_day ?? null,
      directInvalidationMonths: windows.direct_invalidation_months ?? null,
    },
    contingency: {
      responsible: personOf(contingency.responsible),
      type: contingency.type ?? AUTHORITY_UNAVAILABLE,
      reason: contingency.reason ?? null,
    },
  };
}

function classesOf({ income_classes: classes = {} }: CompanyFile) {
  return {
    sale: classIn(classes.sale ?? {}),
    purchase: classIn(classes.purchase ?? {}),
    rules: (classes.rules ?? []).map((rule) => ({
      establishment: rule.establishment ?? null,
      activityCode: rule.activity_code ?? null,
      sale: classIn(rule.sale ?? {}),
      purchase: classIn(rule.purchase ?? {}),
    })),
  };
}

/** CAT-024. */
const RESCISSION = 2;
/** CAT-005. */
const AUTHORITY_UNAVAILABLE = 1;

function personOf(file: Static<typeof PersonSchema> | undefined): ResponsiblePerson | null {
  if (file === undefined) return null;
  const { name, document_type: documentType, document_number: number } = file;
  const documentNumber = identifier((text) => parsePersonDocumentNumber(documentType, text), number);
  return { name, documentType, documentNumber };
}

/** RFC 8314: 465 for TLS from the first byte, 587 for submission with STARTTLS. */
const SECURE_PORT = 465;
const SUBMISSION_PORT = 587;

function smtpOf(file: Static<typeof SmtpSchema> | undefined): SmtpServer | null {
  if (file === undefined) return null;
  const { host, secure = false, from } = file;
  const port = file.port ?? (secure ? SECURE_PORT : SUBMISSION_PORT);
  return { host, port, secure, user: file.user ?? null, from };
}
