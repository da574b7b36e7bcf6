import { legacyCountries } from '../../src/catalogs/data/legacy-countries.ts';
import { amountIn, integerIn, type JsonRecord, recordIn, recordsIn, textsIn } from '../exact/json.ts';
import { isZero } from '../exact/rational.ts';
import { type Check, firstOf, type Refusal } from '../verdict/refusal.ts';
import { RESUMEN_TRIBUTOS } from './catalogs.ts';
import { among, type CodedField, clasificaMsgOf, coded, inCatalog, type Known } from './coded-fields.ts';
import type { Rule } from './document-kind.ts';
import { firstWrongLine } from './line-taxes.ts';

/** The countries of the first generation's schema. */
export const LEGACY_COUNTRY_CODES: readonly string[] = legacyCountries.rows.map(({ code }) => code);

/** VAT of exports, 0 % (CAT-015). */
const EXPORT_VAT = 'C3';

const SERVICES = 2;

const isRegimen = inCatalog('CAT-028');
const isTipoRegimen = inCatalog('CAT-033');

/** The first generation writes the type of regime in front: `EX-1.1000.000`. */
const isRegimenV1: Known = (code) => {
  const [, tipo = null, regimen = ''] = /^(?:([A-Z]{2}-\d)\.)?(.*)$/.exec(code) ?? [];
  return isRegimen(regimen) && (tipo === null || isTipoRegimen(tipo));
};

const CODES: readonly CodedField[] = [
  coded('emisor', 'recintoFiscal', inCatalog('CAT-027')),
  coded('resumen', 'codIncoterms', inCatalog('CAT-031')),
];

export const EXPORT_CODES_V1: readonly CodedField[] = [coded('emisor', 'regimen', isRegimenV1), ...CODES];

/** Goods or services: in exports, no line and no document is both, or a tax. */
export const EXPORT_CODES_V3: readonly CodedField[] = [
  coded('emisor', 'tipoItemExpor', among(['1', '2'])),
  coded('emisor', 'tipoRegimen', isTipoRegimen),
  coded('emisor', 'regimen', isRegimen),
  coded('receptor', 'codPais', inCatalog('CAT-020')),
  coded('receptor', 'tipoPersona', inCatalog('CAT-029')),
  coded('otrosDocumentos', 'codDocAsociado', inCatalog('CAT-021')),
  coded('cuerpoDocumento', 'tipoItem', among(['1', '2'])),
  coded('resumen.tributos', 'codigo', among(RESUMEN_TRIBUTOS)),
  ...CODES,
];

/** Where a document says how goods leave the country. */
const TERMS_V1 = ['emisor.recintoFiscal', 'emisor.regimen', 'resumen.codIncoterms', 'resumen.descIncoterms'];
const TERMS_V3 = ['emisor.tipoRegimen', ...TERMS_V1];

/** Goods say how they leave. That services do not is part of the structure here, the incoterms aside. */
export const exportTermsV1: Rule = (document) =>
  isOfServices(document) ? null : checkTerms(document, TERMS_V1, '005');

/** Goods say how they leave, services do not. */
export const exportTermsV3: Rule = (document) =>
  checkTerms(document, TERMS_V3, isOfServices(document) ? '024' : '005');

function isOfServices(document: JsonRecord): boolean {
  return integerIn(recordIn(document, 'emisor'), 'tipoItemExpor') === SERVICES;
}

/** 005 for the first term that is absent, or 024 for the first that is there. */
function checkTerms(document: JsonRecord, terms: readonly string[], code: '005' | '024'): Refusal | null {
  const checks = terms.map((path): Check => {
    const [part = '', key = ''] = path.split('.');
    const absent = recordIn(document, part)[key] === null;
    return [absent === (code === '005'), clasificaMsgOf(path), code, path];
  });
  return firstOf(checks);
}

/** What is exported lists VAT at 0 % and no other tax. */
export const exportTaxes: Rule = (document) =>
  firstWrongLine(document, (line, field) => {
    const codes = textsIn(line, 'tributos');
    const untaxed = isZero(amountIn(line, 'ventaGravada'));
    return firstOf([
      [!untaxed && codes.length === 0, '15', '005', field],
      [codes.some((code) => code !== EXPORT_VAT), '15', '003', field],
    ]);
  }) ?? exportTributos(document);

/** The summary lists VAT at 0 %, and 0 is its amount (Manual Funcional V2.0, section XIV). */
const exportTributos: Rule = (document) => {
  const resumen = recordIn(document, 'resumen');
  const entries = recordsIn(resumen, 'tributos').filter(({ codigo }) => codigo === EXPORT_VAT);
  const untaxed = isZero(amountIn(resumen, 'totalGravada'));
  return firstOf([
    [!untaxed && entries.length === 0, '16', '005', 'resumen.tributos'],
    [entries.some((entry) => !isZero(amountIn(entry, 'valor'))), '16', '020', 'resumen.tributos.valor'],
  ]);
};
