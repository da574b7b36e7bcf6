import { CODE_FIELDS, type GivenClass } from '../declaring/given-class.ts';
import { PURCHASE_NAMES } from '../declaring/income-codes.ts';
import type { Company, Establishment, PostalAddress, ResponsiblePerson } from './company.ts';
import { generationsOf } from './file-generations.ts';

/**
 * The company file that `parseCompanyFile` reads back to the same company: every field is there, a null where the
 * company has none, so that `company show` also tells what could be set.
 */
export function companyFileOf(company: Company) {
  return {
    ...identityOf(company),
    ...addressOf(company.address),
    schema_generation: generationsOf(company.generations),
    generation_deadline: company.generationDeadline,
    series_mode: company.seriesMode,
    establishments: company.establishments.map(establishmentOf),
    default_establishment: company.defaultEstablishment,
    default_point_of_sale: company.defaultPointOfSale,
    vat_perception_agent: company.vatPerceptionAgent,
    ...settingsOf(company),
    income_classes: classesOf(company),
  };
}

function identityOf(company: Company) {
  return {
    slug: company.slug,
    environment: company.ambiente,
    nit: company.nit,
    nrc: company.nrc,
    name: company.name,
    trade_name: company.tradeName,
    activity_code: company.activityCode,
    person_type: company.personType,
    phone: company.phone,
    email: company.email,
  };
}

function addressOf(address: PostalAddress | null) {
  return {
    address: address?.complemento ?? null,
    department: address?.departamento ?? null,
    municipality: address?.municipio ?? null,
    district_code: address?.distrito ?? null,
  };
}

function establishmentOf({ code, kind, pointsOfSale, address, phone, email }: Establishment) {
  return { code, kind, points_of_sale: pointsOfSale, ...addressOf(address), phone, email };
}

function settingsOf({ exportDefaults, invalidation, delivery, branding, windows, contingency }: Company) {
  return {
    export_defaults: {
      item_type: exportDefaults.itemType,
      incoterm: exportDefaults.incoterm,
      fiscal_precinct: exportDefaults.fiscalPrecinct,
      regime_type: exportDefaults.regimeType,
      regime: exportDefaults.regime,
      country: exportDefaults.country,
    },
    invalidation: {
      responsible: personOf(invalidation.responsible),
      requester: personOf(invalidation.requester),
      default_type: invalidation.defaultType,
      default_reason: invalidation.defaultReason,
    },
    delivery: {
      fallback_email: delivery.fallbackEmail,
      rejections_email: delivery.rejectionsEmail,
      smtp: delivery.smtp,
    },
    branding: { logo: branding.logo, color: branding.color },
    windows: {
      credit_note_business_days: windows.creditNoteBusinessDays,
      direct_invalidation_business_day: windows.directInvalidationBusinessDay,
      direct_invalidation_months: windows.directInvalidationMonths,
    },
    contingency: {
      responsible: personOf(contingency.responsible),
      type: contingency.type,
      reason: contingency.reason,
    },
  };
}

function classesOf({ incomeClasses: { sale, purchase, rules } }: Company) {
  return {
    sale: saleOf(sale),
    purchase: purchaseOf(purchase),
    rules: rules.map((rule) => ({
      establishment: rule.establishment,
      activity_code: rule.activityCode,
      sale: saleOf(rule.sale),
      purchase: purchaseOf(rule.purchase),
    })),
  };
}

function saleOf({ operationType, incomeType }: GivenClass) {
  return { operation_type: operationType, income_type: incomeType };
}

function purchaseOf(given: GivenClass) {
  return Object.fromEntries(PURCHASE_NAMES.map((name) => [CODE_FIELDS[name], given[name]]));
}

function personOf(person: ResponsiblePerson | null) {
  if (person === null) return null;
  return { name: person.name, document_type: person.documentType, document_number: person.documentNumber };
}
