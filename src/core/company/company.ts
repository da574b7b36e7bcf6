import type { CompanyClasses } from '../declaring/given-class.ts';
import type { Ambiente, Generations } from '../dte/kinds.ts';
import type { CompanySlug } from '../identifiers/company-slug.ts';
import type { Email } from '../identifiers/email.ts';
import type { EstablishmentCode } from '../identifiers/establishment-code.ts';
import type { Nit } from '../identifiers/nit.ts';
import type { Nrc } from '../identifiers/nrc.ts';
import type { PersonDocumentNumber, PersonDocumentType } from '../identifiers/person-document-number.ts';
import type { Phone } from '../identifiers/phone.ts';
import type { PointOfSaleCode } from '../identifiers/point-of-sale-code.ts';

/** Department, municipality (2024 code) and district, two digits each (CAT-012, CAT-013, CAT-008). */
export interface Territory {
  readonly departamento: string;
  readonly municipio: string;
  readonly distrito: string;
}

/** A place of the issuer: its territory and the street line that becomes `direccion.complemento`. */
export interface PostalAddress extends Territory {
  readonly complemento: string;
}

/** An establishment of the issuer and the points of sale in it; codes as assigned by the Ministry, like M001, P001. */
export interface Establishment {
  readonly code: EstablishmentCode;
  /** CAT-009: 01 branch, 02 head office, 04 warehouse, 07 yard; 20 other (v1 schema only). */
  readonly kind: string;
  readonly pointsOfSale: readonly PointOfSaleCode[];
  /** The establishment's own address; null where the company's holds. */
  readonly address: PostalAddress | null;
  readonly phone: Phone | null;
  readonly email: Email | null;
}

/** How correlatives run: one series a company, one an establishment, or one a point of sale and type (spec 9.4). */
export const SERIES_MODES = ['centralized', 'establishment', 'point_of_sale'] as const;
export type SeriesMode = (typeof SERIES_MODES)[number];

/** A person named in an invalidation event or a contingency event. */
export interface ResponsiblePerson {
  readonly name: string;
  /** CAT-022. */
  readonly documentType: PersonDocumentType;
  readonly documentNumber: PersonDocumentNumber;
}

export interface ExportDefaults {
  readonly itemType: number | null;
  readonly incoterm: string | null;
  readonly fiscalPrecinct: string | null;
  readonly regimeType: string | null;
  readonly regime: string | null;
  readonly country: string | null;
}

export interface InvalidationSettings {
  readonly responsible: ResponsiblePerson | null;
  readonly requester: ResponsiblePerson | null;
  /** CAT-024. */
  readonly defaultType: 1 | 2 | 3;
  readonly defaultReason: string | null;
}

/** The company's own mail server; its password is kept sealed elsewhere. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else STARTTLS where there is a user. */
  readonly secure: boolean;
  /** Null: no login. */
  readonly user: string | null;
  /** The sender's address. */
  readonly from: Email;
}

export interface DeliverySettings {
  readonly fallbackEmail: Email | null;
  /** Where the company is told of its rejected documents; null: it is not. */
  readonly rejectionsEmail: Email | null;
  /** Null: the installation's. */
  readonly smtp: SmtpServer | null;
}

/** How the company's paper looks. */
export interface Branding {
  /** A PNG or JPEG in base64. */
  readonly logo: string | null;
  /** `#rrggbb`, in lower case. */
  readonly color: string | null;
}

/** Overrides of the legal windows of design section 8. */
export interface WindowOverrides {
  readonly creditNoteBusinessDays: number | null;
  readonly directInvalidationBusinessDay: number | null;
  readonly directInvalidationMonths: number | null;
}

export interface ContingencySettings {
  readonly responsible: ResponsiblePerson | null;
  /** CAT-005. */
  readonly type: 1 | 2 | 3 | 4 | 5;
  /** Required by the Ministry when the type is 5. */
  readonly reason: string | null;
}

/** An issuing company, as its file described it; every field has been validated. */
export interface Company {
  readonly slug: CompanySlug;
  readonly ambiente: Ambiente;
  /** Digits only, 14 or 9. */
  readonly nit: Nit;
  readonly nrc: Nrc;
  readonly name: string;
  readonly tradeName: string | null;
  /** CAT-019. */
  readonly activityCode: string;
  readonly phone: Phone;
  readonly email: Email;
  readonly address: PostalAddress;
  /** CAT-029: 1 natural person, 2 legal person. */
  readonly personType: 1 | 2;
  /** Each list is in order of `fromMs` and starts with an entry that holds since always. */
  readonly generations: Generations;
  /** The day from which v2 is expected of the company, `YYYY-MM-DD`; null for the one that holds for all. It only warns. */
  readonly generationDeadline: string | null;
  readonly seriesMode: SeriesMode;
  readonly establishments: readonly Establishment[];
  readonly defaultEstablishment: EstablishmentCode;
  readonly defaultPointOfSale: PointOfSaleCode;
  readonly vatPerceptionAgent: boolean;
  readonly exportDefaults: ExportDefaults;
  readonly invalidation: InvalidationSettings;
  readonly delivery: DeliverySettings;
  readonly branding: Branding;
  readonly windows: WindowOverrides;
  readonly contingency: ContingencySettings;
  /** Codes of the income tax for what nobody has classed by itself. */
  readonly incomeClasses: CompanyClasses;
}
