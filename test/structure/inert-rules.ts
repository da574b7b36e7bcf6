/** A rule of an official file that does nothing, and a value that shows it. */
export interface InertRule {
  /** The official file, as `kindOf` finds it. */
  readonly schema: string;
  /** What the file says. */
  readonly says: string;
  /** Why that does nothing. */
  readonly because: string;
  /** A value against the intention, which both sides accept. */
  readonly values: Readonly<Record<string, unknown>>;
}

const TEXT_BOUND = 'a numeric bound says nothing of a text';
const LONG = 'x'.repeat(3001);

/** Rules that their author meant otherwise; our description follows what they do. */
export const INERT_RULES: readonly InertRule[] = [
  {
    schema: 'fe-ccf-v4',
    says: '`resumen.observaciones`: `maximum` 3000',
    because: TEXT_BOUND,
    values: { '#/resumen/observaciones': LONG },
  },
  {
    schema: 'fe-nc-v4',
    says: '`resumen.observaciones`: `maximum` 3000; `resumen.codigoRetencionMH`: `maximum` 2',
    because: TEXT_BOUND,
    values: { '#/resumen/observaciones': LONG, '#/resumen/codigoRetencionMH': 'C4-C9' },
  },
  {
    schema: 'fe-f-v2',
    says: '`otrosDocumentos`: `minimum` 3 on both descriptions',
    because: TEXT_BOUND,
    values: {
      '#/otrosDocumentos': [{ codDocAsociado: 1, descDocumento: '', detalleDocumento: '', medico: null }],
    },
  },
  {
    schema: 'fe-fex-v3',
    says: '`cuerpoDocumento.numeroDocumento`: `minimum` 1, `maximum` 36',
    because: TEXT_BOUND,
    values: { '#/cuerpoDocumento/0/numeroDocumento': 'x'.repeat(37) },
  },
  {
    schema: 'fe-fex-v1',
    says: '`emisor.regimen`: `minimun` 1, `maximum` 13',
    because: TEXT_BOUND,
    values: { '#/emisor/tipoItemExpor': 1, '#/emisor/regimen': 'x'.repeat(14) },
  },
  {
    schema: 'fe-fex-v1',
    says: 'a normal transmission has no `motivoContingencia`',
    because: 'the key of the block is spelt `motivoContigencia`',
    values: { '#/identificacion/motivoContigencia': 'Inundación' },
  },
  {
    schema: 'fe-fex-v1',
    says: 'only the document of a transport has a `numCoductor`',
    because: 'the key of the entry is spelt `numConductor`',
    values: {
      '#/otrosDocumentos': [
        {
          codDocAsociado: 1,
          descDocumento: 'Contrato',
          detalleDocumento: 'Número 7',
          placaTrans: null,
          modoTransp: null,
          numConductor: '01234567-8',
          nombreConductor: null,
        },
      ],
    },
  },
  {
    schema: 'fe-nc-v3',
    says: '`resumen.subTotalVentas`: `exclusiveMonimun` 0',
    because: 'no such keyword exists',
    values: { '#/resumen/subTotalVentas': -1 },
  },
  {
    schema: 'fe-ccf-v3',
    says: '`departamento`: `^0[1-9]|1[0-4]$`',
    because: 'the alternatives are bound to one end each',
    values: { '#/emisor/direccion/departamento': '0199', '#/receptor/direccion/departamento': 'x14' },
  },
  {
    schema: 'fe-fc-v1',
    says: '`resumen.pagos.codigo`: `^(0[1-9]||1[0-4]||99)$`',
    because: 'an empty alternative admits the empty text',
    values: { '#/resumen/pagos/0/codigo': '' },
  },
  {
    schema: 'fe-fse-v1',
    says: '`identificacion.horEmi`: seconds `[0-5][0-9]?`',
    because: 'one digit is enough',
    values: { '#/identificacion/horEmi': '23:59:5' },
  },
];
