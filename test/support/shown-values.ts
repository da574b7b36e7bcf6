/** Codes that paper prints as words, and what the law does not want printed. */
const NOT_AS_SUCH: ReadonlySet<string> = new Set([
  'version',
  'ambiente',
  'tipoDte',
  'tipoModelo',
  'tipoOperacion',
  'tipoContingencia',
  'fecEmi',
  'horEmi',
  'codActividad',
  'tipoEstablecimiento',
  'codEstableMH',
  'codPuntoVentaMH',
  'departamento',
  'municipio',
  'distrito',
  'tipoDocumento',
  'codPais',
  'tipoPersona',
  'tipoItem',
  'tipoItemExpor',
  'uniMedida',
  'codTributo',
  'psv',
  'ivaItem',
  'totalIva',
  'condicionOperacion',
  'plazo',
  'tipoGeneracion',
  'fechaEmision',
  'campo',
  'codIncoterms',
  'regimen',
  'firmaElectronica',
  'recintoFiscal',
  'tipoRegimen',
  'porcentajeDescuento',
]);
/** A code where its neighbours say what of. */
const CODED_IN: ReadonlySet<string> = new Set(['pagos', 'tributos']);

/** Every value of a document that its paper must show as it stands; amounts as people write them. */
export function shownValues(value: unknown, key = '', inside = ''): readonly string[] {
  if (value === null || NOT_AS_SUCH.has(key)) return [];
  if (key === 'codigo' && CODED_IN.has(inside)) return [];
  if (typeof value === 'number') return value === 0 ? [] : [written(value, DECIMALS[key] ?? CENTS)];
  if (typeof value === 'string') return key === 'tributos' ? [] : [hyphenated(value, key)];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => shownIn(each, key));
  return shownIn(value, key);
}

function shownIn(value: unknown, key: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return shownValues(value, key);
  const isOfDigits = 'tipoDocumento' in value && /^(?:13|36)$/.test(String(value.tipoDocumento));
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    shownValues(member, name === 'numDocumento' && isOfDigits ? 'nit' : name, key),
  );
}

/** Decimals of numbers that are no amounts. */
const DECIMALS: Readonly<Record<string, number>> = { cantidad: 8, precioUni: 4, periodo: 8 };
const CENTS = 2;

/** The number without its closing zeros, so that it is found with or without them. */
function written(value: number, decimals: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: decimals });
}

/** NIT, NRC and DUI with the hyphens that people write. */
function hyphenated(text: string, key: string): string {
  if (key === 'nrc' || (key === 'nit' && /^\d{9}$/.test(text)))
    return `${text.slice(0, -1)}-${text.slice(-1)}`;
  if (key !== 'nit' || !/^\d{14}$/.test(text)) return text;
  return [text.slice(0, 4), text.slice(4, 10), text.slice(10, 13), text.slice(13)].join('-');
}

/** Text without its blanks, which depend on where lines are broken. */
export function unspaced(text: string): string {
  return text.replace(/\s+/g, '');
}
