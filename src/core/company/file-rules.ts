import { activityByCode } from '../../catalogs/activities.ts';
import { parseCivilDate } from '../calendar/el-salvador-time.ts';
import { parseInstant } from '../calendar/instant.ts';
import { whyNotCompanySlug } from '../identifiers/company-slug.ts';
import { whyNotEmail } from '../identifiers/email.ts';
import { whyNotEstablishmentCode } from '../identifiers/establishment-code.ts';
import { whyNotNit } from '../identifiers/nit.ts';
import { whyNotNrc } from '../identifiers/nrc.ts';
import { whyNotPhone } from '../identifiers/phone.ts';
import { whyNotPointOfSaleCode } from '../identifiers/point-of-sale-code.ts';
import { type LengthLimits, whyNotPlainText } from '../identifiers/text.ts';
import { whyNotLogo } from './logo.ts';

/** The reason, in Spanish, why a text may not stand in the file; null where it may. */
export type WhyNot = (text: string) => string | null;

/** Any plain text of so many characters. */
function length(limits: LengthLimits): WhyNot {
  return (text) => whyNotPlainText(text, limits);
}

/** A plain text of so many characters that matches the pattern. */
function shape(limits: LengthLimits, pattern: RegExp, otherwise: string): WhyNot {
  return (text) => whyNotPlainText(text, limits) ?? (pattern.test(text) ? null : otherwise);
}

/**
 * What the texts of a company file must be. Where the two schema generations differ, the tighter limit holds, so that a
 * company changes its generation without touching its data. Sources: fe-fc-v1, fe-ccf-v3, fe-f-v2, fe-ccf-v4,
 * anulacion-schema-v2, invalidacion-schema-v3, contingencia-schema-v3 and v4, fe-fex-v1 and v3.
 */
export const FILE_RULES = {
  slug: whyNotCompanySlug,
  nit: whyNotNit,
  nrc: whyNotNrc,
  email: whyNotEmail,
  phone: whyNotPhone,
  establishmentCode: whyNotEstablishmentCode,
  pointOfSaleCode: whyNotPointOfSaleCode,
  /** `emisor.nombre`. */
  companyName: length({ min: 3, max: 200 }),
  /** `emisor.nombreComercial`. */
  tradeName: length({ min: 1, max: 150 }),
  /** `direccion.complemento`. */
  address: length({ min: 1, max: 200 }),
  /** A department, municipality or district as the caller names it: a code, or an identifier from the search. */
  territoryWord: length({ min: 1, max: 36 }),
  /** CAT-019. */
  activityCode: (text) =>
    activityByCode(text) === null ? 'la actividad económica no está en el catálogo CAT-019.' : null,
  /** `nombreResponsable` and `nombreSolicita` of the events. */
  personName: length({ min: 5, max: 100 }),
  /** `motivoAnulacion`. */
  invalidationReason: length({ min: 5, max: 200 }),
  /** `motivoContin`. */
  contingencyReason: length({ min: 5, max: 150 }),
  /** A host name or address. */
  host: shape({ min: 1, max: 253 }, /^[a-z0-9._:-]+$/i, 'debe ser el nombre o la dirección de un servidor.'),
  smtpUser: length({ min: 1, max: 320 }),
  /** CAT-031. */
  incoterm: shape({ min: 2, max: 2 }, /^[0-9]{2}$/, 'debe ser un código de INCOTERMS de dos dígitos.'),
  /** CAT-027. */
  fiscalPrecinct: shape({ min: 2, max: 2 }, /^[0-9]{2}$/, 'debe ser un código de recinto de dos dígitos.'),
  /** CAT-033. */
  regimeType: shape({ min: 4, max: 4 }, /^[A-Z]{2}-[0-9]$/, 'debe ser un tipo de régimen, como EX-1.'),
  /** CAT-028. */
  regime: length({ min: 1, max: 13 }),
  /** CAT-020: ISO alpha-2 in v2, four digits in v1. */
  country: shape(
    { min: 2, max: 4 },
    /^(?:[A-Z]{2}|[0-9]{4})$/,
    'debe ser un código de país de dos letras, como US, o de cuatro dígitos.',
  ),
  logo: whyNotLogo,
  color: shape({ min: 7, max: 7 }, /^#[0-9a-f]{6}$/i, 'debe ser un color como #1f3a5f.'),
  instant: (text) =>
    parseInstant(text) === null ? 'debe ser un instante ISO 8601, como 2026-12-01T00:00:00-06:00.' : null,
  day: (text) => (parseCivilDate(text) === null ? 'debe ser un día, como 2026-12-01.' : null),
  generation: (text) => (text === 'v1' || text === 'v2' ? null : 'debe ser v1 o v2.'),
} as const satisfies Readonly<Record<string, WhyNot>>;

export type FileRule = keyof typeof FILE_RULES;

/** Why a value is against the rule of that name; empty where there is no such rule. */
export function whyNotText(rule: string, value: unknown): string {
  const [, whyNot] = Object.entries(FILE_RULES).find(([name]) => name === rule) ?? [];
  return whyNot?.(String(value)) ?? '';
}
