import type { Company } from '../../../core/company/company.ts';
import { type Option, optionsFrom } from '../../fields.ts';
import { CODE_FIELDS, OPERATION_IS_OF_INCOME, optionsOf, usualOption } from '../../income-words.ts';

/** A field of the company file that a page of settings asks for. */
export interface Setting {
  /** Its place in the company file, which is its name in the form: `invalidation.responsible.name`. */
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  /** What can be chosen, by value; the values of a company where they are its own. */
  readonly options?: readonly Option[] | ((company: Company) => readonly Option[]);
  readonly catalog?: string;
  /** What stands in the file where it is not text. */
  readonly is?: 'number' | 'boolean';
}

export interface SettingsPage {
  /** Below the company's pages. */
  readonly path: string;
  readonly title: string;
  readonly intro: string;
  /** What the record says was changed. */
  readonly what: string;
  readonly groups: readonly {
    readonly title: string;
    readonly intro?: string;
    readonly settings: readonly Setting[];
  }[];
}

/** CAT-022. */
const DOCUMENT_TYPES = [
  ['', '—'],
  ['13', 'DUI'],
  ['36', 'NIT'],
  ['02', 'Carnet de residente'],
  ['03', 'Pasaporte'],
  ['37', 'Otro'],
] as const;

function person(path: string): readonly Setting[] {
  return [
    { path: `${path}.name`, label: 'Nombre completo' },
    { path: `${path}.document_type`, label: 'Tipo de documento', options: DOCUMENT_TYPES },
    { path: `${path}.document_number`, label: 'Número de documento' },
  ];
}

/** People whom the events of a company name. */
export const PEOPLE: SettingsPage = {
  path: '/empresa/responsables',
  title: 'Responsables',
  intro:
    'Hacienda pide los nombres de quienes anulan un documento y de quien responde por una contingencia. Los que diga aquí salen donde nadie escriba otros.',
  what: 'responsables',
  groups: [
    { title: 'Quien anula', settings: person('invalidation.responsible') },
    { title: 'Quien pide anular', settings: person('invalidation.requester') },
    {
      title: 'Motivo de las anulaciones',
      settings: [
        {
          path: 'invalidation.default_type',
          label: 'Tipo',
          is: 'number',
          // CAT-024.
          options: optionsFrom({ 1: 'Error en el documento', 2: 'Se deshizo la operación', 3: 'Otro' }),
        },
        { path: 'invalidation.default_reason', label: 'Motivo', hint: 'Hace falta para el tipo «Otro».' },
      ],
    },
    {
      title: 'Contingencias',
      intro: 'Sello avisa a Hacienda de cada contingencia por su cuenta, con estos datos.',
      settings: [
        ...person('contingency.responsible'),
        {
          path: 'contingency.type',
          label: 'Causa de costumbre',
          is: 'number',
          // CAT-005.
          options: optionsFrom({
            1: 'Hacienda no responde',
            2: 'Falla del sistema propio',
            3: 'Falla de Internet',
            4: 'Falla de electricidad',
            5: 'Otro',
          }),
        },
        { path: 'contingency.reason', label: 'Motivo', hint: 'Hace falta para la causa «Otro».' },
      ],
    },
  ],
};

/** The codes of the income tax with which a company's documents are declared. */
function codesOf(kind: 'sale' | 'purchase'): readonly Setting[] {
  return CODE_FIELDS[kind].map((one) => ({
    path: `income_classes.${kind}.${one.field}`,
    label: one.label,
    is: 'number',
    options: [usualOption(one), ...optionsOf(one.words)],
    ...(kind === 'sale' && one.field === 'operation_type' ? { hint: OPERATION_IS_OF_INCOME } : {}),
  }));
}

/** What a sale carries that does not say otherwise. */
export const SALES: SettingsPage = {
  path: '/empresa/ventas',
  title: 'Lo de costumbre en las ventas',
  intro: 'Lo que llevan las ventas que no digan otra cosa.',
  what: 'ventas',
  groups: [
    {
      title: 'La empresa',
      settings: [
        {
          path: 'person_type',
          label: 'Tipo de persona',
          is: 'number',
          options: optionsFrom({ 1: 'Natural', 2: 'Jurídica' }),
        },
        {
          path: 'vat_perception_agent',
          label: 'Percepción del IVA (1 %)',
          is: 'boolean',
          options: optionsFrom({ false: 'No es agente', true: 'Es agente' }),
        },
      ],
    },
    {
      title: 'De dónde emite',
      settings: [
        {
          path: 'default_establishment',
          label: 'Establecimiento',
          options: ({ establishments }) => establishments.map(({ code }) => [code, code]),
        },
        {
          path: 'default_point_of_sale',
          label: 'Punto de venta',
          options: ({ establishments }) =>
            Array.from(new Set(establishments.flatMap(({ pointsOfSale }) => pointsOfSale)), (code) => [
              code,
              code,
            ]),
        },
      ],
    },
    {
      title: 'Renta: ventas',
      intro:
        'Los códigos con que van en los anexos del F-07 las ventas que no lleven otros. Por establecimiento o por actividad los pone quien administra la instalación.',
      settings: codesOf('sale'),
    },
    {
      title: 'Renta: compras a sujetos excluidos',
      intro: 'Para el anexo 5 y el F-14. El gasto lleva un tipo de gasto, y el costo un tipo de costo.',
      settings: codesOf('purchase'),
    },
    {
      title: 'Exportaciones',
      intro: 'Solo para quien emite facturas de exportación.',
      settings: [
        {
          path: 'export_defaults.item_type',
          label: 'Qué exporta',
          is: 'number',
          // CAT-011.
          options: optionsFrom({ 1: 'Bienes', 2: 'Servicios', 3: 'Ambos' }, '—'),
        },
        { path: 'export_defaults.country', label: 'País de destino', catalog: 'country' },
        { path: 'export_defaults.incoterm', label: 'INCOTERMS', catalog: 'incoterm' },
        { path: 'export_defaults.fiscal_precinct', label: 'Recinto fiscal', catalog: 'fiscal_precinct' },
        { path: 'export_defaults.regime_type', label: 'Tipo de régimen', catalog: 'regime_type' },
        { path: 'export_defaults.regime', label: 'Régimen', catalog: 'regime' },
      ],
    },
  ],
};
