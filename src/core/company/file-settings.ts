import {
  PERSON_DOCUMENT_TYPES,
  parsePersonDocumentNumber,
  whyNotPersonDocumentNumber,
} from '../identifiers/person-document-number.ts';
import type {
  Branding,
  ContingencySettings,
  DeliverySettings,
  ExportDefaults,
  InvalidationSettings,
  ResponsiblePerson,
  SmtpServer,
  WindowOverrides,
} from './company.ts';
import { FILE_RULES } from './file-rules.ts';
import {
  choiceAt,
  flagAt,
  integerAt,
  type ObjectSite,
  objectAt,
  requireFields,
  textAt,
} from './file-site.ts';

export const EXPORT_FIELDS = [
  'item_type',
  'incoterm',
  'fiscal_precinct',
  'regime_type',
  'regime',
  'country',
] as const;
export const INVALIDATION_FIELDS = ['responsible', 'requester', 'default_type', 'default_reason'] as const;
export const DELIVERY_FIELDS = ['fallback_email', 'smtp'] as const;
export const SMTP_FIELDS = ['host', 'port', 'secure', 'user', 'from'] as const;
export const BRANDING_FIELDS = ['logo', 'color'] as const;
export const WINDOW_FIELDS = [
  'credit_note_business_days',
  'direct_invalidation_business_day',
  'direct_invalidation_months',
] as const;
export const CONTINGENCY_FIELDS = ['responsible', 'type', 'reason'] as const;
export const PERSON_FIELDS = ['name', 'document_type', 'document_number'] as const;

/** CAT-011, as far as an export invoice allows it. */
const EXPORT_ITEM_TYPES = [1, 2, 3] as const;
/** CAT-024. */
const INVALIDATION_TYPES = [1, 2, 3] as const;
const RESCISSION = 2;
const OTHER_INVALIDATION = 3;
/** CAT-005. */
const CONTINGENCY_TYPES = [1, 2, 3, 4, 5] as const;
const AUTHORITY_UNAVAILABLE = 1;
const OTHER_CONTINGENCY = 5;
/** Ten years of days: a bound against slips of the finger, not a rule. */
const WINDOW_LIMITS = { min: 0, max: 3660 };

/** `export_defaults`: every field is optional. */
export function readExportDefaults(file: ObjectSite): ExportDefaults {
  const site = sectionOf(file, 'export_defaults', EXPORT_FIELDS);
  return {
    itemType: choiceAt(site, 'item_type', EXPORT_ITEM_TYPES),
    incoterm: textAt(site, 'incoterm', FILE_RULES.incoterm),
    fiscalPrecinct: textAt(site, 'fiscal_precinct', FILE_RULES.fiscalPrecinct),
    regimeType: textAt(site, 'regime_type', FILE_RULES.regimeType),
    regime: textAt(site, 'regime', FILE_RULES.regime),
    country: textAt(site, 'country', FILE_RULES.country),
  };
}

/** `invalidation`: type 2 (rescission) by default; type 3 (other) needs a reason. */
export function readInvalidation(file: ObjectSite): InvalidationSettings {
  const site = sectionOf(file, 'invalidation', INVALIDATION_FIELDS);
  const defaultType = choiceAt(site, 'default_type', INVALIDATION_TYPES) ?? RESCISSION;
  if (defaultType === OTHER_INVALIDATION) requireFields(site, ['default_reason']);
  return {
    responsible: readPerson(site, 'responsible'),
    requester: readPerson(site, 'requester'),
    defaultType,
    defaultReason: textAt(site, 'default_reason', FILE_RULES.invalidationReason),
  };
}

export function readDelivery(file: ObjectSite): DeliverySettings {
  const site = sectionOf(file, 'delivery', DELIVERY_FIELDS);
  return { fallbackEmail: textAt(site, 'fallback_email', FILE_RULES.email), smtp: readSmtp(site) };
}

const PORTS = { min: 1, max: 65_535 };
/** RFC 8314: 465 for TLS from the first byte, 587 for submission with STARTTLS. */
const SECURE_PORT = 465;
const SUBMISSION_PORT = 587;

/** `delivery.smtp`: host and sender are needed, the port follows from `secure`, and without a user nobody logs in. */
function readSmtp(section: ObjectSite): SmtpServer | null {
  const site = objectAt(section, 'smtp', SMTP_FIELDS);
  if (site === null) return null;
  requireFields(site, ['host', 'from']);
  const host = textAt(site, 'host', FILE_RULES.host);
  const from = textAt(site, 'from', FILE_RULES.email);
  const secure = flagAt(site, 'secure') ?? false;
  const port = integerAt(site, 'port', PORTS) ?? (secure ? SECURE_PORT : SUBMISSION_PORT);
  const user = textAt(site, 'user', FILE_RULES.smtpUser);
  return host === null || from === null ? null : { host, port, secure, user, from };
}

/** `branding`: logo and colour of the paper. */
export function readBranding(file: ObjectSite): Branding {
  const site = sectionOf(file, 'branding', BRANDING_FIELDS);
  return {
    logo: textAt(site, 'logo', FILE_RULES.logo),
    color: textAt(site, 'color', FILE_RULES.color),
  };
}

export function readWindows(file: ObjectSite): WindowOverrides {
  const site = sectionOf(file, 'windows', WINDOW_FIELDS);
  return {
    creditNoteBusinessDays: integerAt(site, 'credit_note_business_days', WINDOW_LIMITS),
    directInvalidationBusinessDay: integerAt(site, 'direct_invalidation_business_day', WINDOW_LIMITS),
    directInvalidationMonths: integerAt(site, 'direct_invalidation_months', WINDOW_LIMITS),
  };
}

/** `contingency`: type 1 (the Ministry's system is down) by default; type 5 (other) needs a reason. */
export function readContingency(file: ObjectSite): ContingencySettings {
  const site = sectionOf(file, 'contingency', CONTINGENCY_FIELDS);
  const type = choiceAt(site, 'type', CONTINGENCY_TYPES) ?? AUTHORITY_UNAVAILABLE;
  if (type === OTHER_CONTINGENCY) requireFields(site, ['reason']);
  return {
    responsible: readPerson(site, 'responsible'),
    type,
    reason: textAt(site, 'reason', FILE_RULES.contingencyReason),
  };
}

/** A section of the file; an absent or unreadable one reads as empty. */
function sectionOf(file: ObjectSite, field: string, known: readonly string[]): ObjectSite {
  return objectAt(file, field, known) ?? { members: new Map(), path: field, problems: [] };
}

function readPerson(section: ObjectSite, field: string): ResponsiblePerson | null {
  const site = objectAt(section, field, PERSON_FIELDS);
  if (site === null) return null;
  requireFields(site, PERSON_FIELDS);
  const name = textAt(site, 'name', FILE_RULES.personName);
  const documentType = choiceAt(site, 'document_type', PERSON_DOCUMENT_TYPES);
  if (documentType === null) return null;
  const documentNumber = textAt(site, 'document_number', {
    parse: (text) => parsePersonDocumentNumber(documentType, text),
    whyNot: (text) => whyNotPersonDocumentNumber(documentType, text),
  });
  return name === null || documentNumber === null ? null : { name, documentType, documentNumber };
}
