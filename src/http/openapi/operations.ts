import { offeredCatalogs } from '../../catalogs/offered-catalogs.ts';
import { INVOICE_TYPES } from '../../core/dte/kinds.ts';
import { anyOfTypes } from '../../core/dte/titles.ts';
import { CREDITO_FISCAL } from '../../core/dte/types/credito-fiscal.ts';
import { NOTA_CREDITO } from '../../core/dte/types/nota-credito.ts';
import { SUJETO_EXCLUIDO } from '../../core/dte/types/sujeto-excluido.ts';
import { madeOf } from '../../core/records/by-name.ts';

/** How the description groups the routes, in the order of a reader's interest. */
export const TAGS = [
  { name: 'Emisión', description: 'Emitir documentos. Repetir una solicitud con su external_ref es seguro.' },
  {
    name: 'Consulta',
    description: 'Estado de los documentos y sus archivos. Consultar no envía nada a Hacienda.',
  },
  { name: 'Invalidación', description: 'Anular documentos sellados.' },
  {
    name: 'Ensayo',
    description: 'Probar en el esquema nuevo lo ya emitido, sin emitir nada.',
  },
  { name: 'Declaración', description: 'Lo que cada mes se declara, sacado de los documentos sellados.' },
  { name: 'Catálogos', description: 'Los códigos oficiales que se envían en las solicitudes.' },
] as const;

/** What the description says of a route beside its schemas. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly (typeof TAGS)[number]['name'][];
  readonly summary: string;
  readonly description: string;
}

const FISCAL_OUTCOME =
  'Todo resultado fiscal (sellado, en contingencia, rechazado o duplicado) responde 200; lo distinguen los indicadores. ' +
  'Ante un 5xx, un 429 o una conexión perdida, repita la misma solicitud con la misma external_ref.';
const CODES = offeredCatalogs
  .flatMap(({ name, field }) => (field === null ? [] : [`${name} en ${field}`]))
  .join(', ');
const PURE_READ = 'Solo lee: no consulta a Hacienda ni cuenta como reintento.';

const SELECTED =
  'Los filtros se suman: un documento cumple todos. Se ven los documentos del ambiente de la empresa.';
const CUT = 'Lo que se corta está incompleto y se pide otra vez.';
const STREAMED =
  'El archivo se escribe mientras se lee, sea la selección tan grande como sea; uno que se corta está incompleto y se pide otra vez.';

/** Every route of the interface by method and address. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...tagged('Emisión', {
    'POST /invoice': ['createInvoice', `Emitir ${anyOfTypes(INVOICE_TYPES)}`, FISCAL_OUTCOME],
    'POST /suex': ['createSuex', `Emitir ${anyOfTypes([SUJETO_EXCLUIDO])}`, FISCAL_OUTCOME],
    'POST /credit-memo': [
      'createCreditMemo',
      `Emitir ${anyOfTypes([NOTA_CREDITO])} sobre un ${CREDITO_FISCAL.called}`,
      `Con lines ajusta solo esas líneas; con full_adjustment copia todas y deja el CCF invalidado; sin ninguno de los dos copia todas y el CCF sigue vigente. ${FISCAL_OUTCOME}`,
    ],
    'POST /preview': [
      'previewDocument',
      'Ver lo que se emitiría, sin emitir nada',
      'Recibe el cuerpo de cualquier emisión y responde con el documento, sus montos y avisos, o con los mismos errores que daría emitirlo. No numera, no firma, no guarda nada y no llama a Hacienda; cuenta para los límites como cualquier solicitud. Con as=invoice o as=ticket responde el PDF, marcado VISTA PREVIA - SIN VALIDEZ.',
    ],
  }),
  ...tagged('Consulta', {
    'GET /credit-memo/status/:id_or_ref': ['getCreditMemoStatus', 'Estado de una nota de crédito', PURE_READ],
    'GET /status/:id_or_ref': ['getStatus', 'Estado de un documento', PURE_READ],
    'GET /suex/status/:id_or_ref': ['getSuexStatus', 'Estado de una factura de sujeto excluido', PURE_READ],
    'GET /documents/:id_or_ref/events': [
      'listDocumentEvents',
      'Lo que le ha ocurrido a un documento, en orden',
      PURE_READ,
    ],
    'POST /documents/:id_or_ref/mail': [
      'mailDocument',
      'Enviar de nuevo un documento por correo, al mismo u otro destinatario',
      'El cuerpo puede omitirse: se envía entonces a los correos del documento. Lo que ya está en espera no se envía dos veces; a una misma dirección, una vez por minuto, y 10 por documento y día.',
    ],
    'GET /documents': [
      'listDocuments',
      'Buscar y listar documentos, por páginas',
      `${SELECTED} Para la página siguiente se envía next como cursor; lo que se emita mientras tanto no mueve las páginas.`,
    ],
    'GET /documents.csv': [
      'exportCsv',
      'Los documentos de una selección, como tabla en CSV',
      `${SELECTED} ${STREAMED}`,
    ],
    'GET /documents.xlsx': [
      'exportXlsx',
      'Los documentos de una selección, como libro de Excel',
      `${SELECTED} ${STREAMED}`,
    ],
    'GET /documents.zip': [
      'exportZip',
      'El JSON firmado y el PDF de los documentos de una selección, por páginas',
      `${SELECTED} Cada respuesta es una página con su índice; el encabezado Link y el next de index.json llevan a la siguiente, de modo que lo que se corta se pide otra vez desde su página.`,
    ],
    'GET /file/:id': [
      'getFile',
      'Archivo de un documento: PDF carta, tiquete en PDF, PDF de su invalidación o JSON firmado',
      'Con la clave, o sin ella por los enlaces que traen las respuestas. Admite If-None-Match con el ETag recibido.',
    ],
  }),
  ...tagged('Invalidación', {
    'POST /invalidate/:id_or_ref': [
      'invalidateDocument',
      'Invalidar un documento de cualquier tipo',
      'El cuerpo puede omitirse: valen entonces los datos de la empresa. Un CCF fuera de plazo se anula con una nota de crédito creada para ello. Repetir la solicitud es seguro.',
    ],
    'POST /invalidate/suex/:id_or_ref': [
      'invalidateSuex',
      'Invalidar una factura de sujeto excluido',
      'Como POST /invalidate, solo para documentos de tipo 14.',
    ],
    'GET /invalidate/status/:id_or_ref': [
      'getInvalidationStatus',
      'Estado de la invalidación de un documento',
      PURE_READ,
    ],
    'GET /invalidate/suex/status/:id_or_ref': [
      'getSuexInvalidationStatus',
      'Estado de la invalidación de una factura de sujeto excluido',
      PURE_READ,
    ],
  }),
  ...tagged('Ensayo', {
    'POST /rehearsals': [
      'createRehearsal',
      'Ensayar los documentos emitidos en el otro esquema',
      'El ensayo corre en segundo plano y no retrasa las emisiones. Hay uno a la vez por empresa: la misma solicitud devuelve el que está en curso, y otra distinta se rechaza hasta que termine.',
    ],
    'GET /rehearsals/:id': [
      'getRehearsal',
      'Avance y resultado de un ensayo',
      'Se puede consultar mientras corre: muestra lo encontrado hasta ese momento.',
    ],
  }),
  ...tagged('Declaración', {
    'GET /reports/f07/:month': [
      'getF07',
      'Los anexos del F-07 de un mes, el detalle del F-14 y la hoja de control, en un ZIP',
      `Se hacen de nuevo en cada solicitud con los documentos sellados del mes; no cambia nada. ${CUT}`,
    ],
    'GET /reports/f07/:month/annexes/:annex': [
      'getF07Annex',
      'Un anexo de un mes, como el portal lo toma',
      `Sin encabezado, separado por punto y coma, con fin de línea de Windows. ${CUT}`,
    ],
    'GET /reports/f07/months': [
      'listF07Months',
      'Los meses de la empresa y cómo está cada uno',
      'Abierto, cerrado, o cerrado y con documentos que se sellaron o se invalidaron después.',
    ],
    'POST /reports/f07/:month/classes': [
      'classifyF07',
      'Cambiar los códigos de renta de documentos de un mes abierto',
      'De los documentos del mes que el filtro escoge; los códigos que no se envían quedan como están. No cambia los documentos, y queda registrado quién lo hizo. De un mes cerrado se rechaza.',
    ],
    'POST /reports/f07/:month/close': [
      'closeF07',
      'Cerrar un mes: guardar sus archivos tal como se presentan, y los libros de IVA',
      'El cuerpo puede omitirse. Lo guardado no cambia ni se borra. Repetir la solicitud devuelve lo mismo; si algo cambió desde entonces se rechaza, salvo con amend, que guarda otra versión.',
    ],
    'GET /reports/f07/:month/closing': [
      'getF07Closing',
      'Lo guardado de un mes: versiones, archivos, y cambios de los códigos de renta',
      PURE_READ,
    ],
    'GET /reports/f07/:month/closing/:version/files/:name': [
      'getF07ClosedFile',
      'Un archivo de un mes cerrado, byte por byte como se guardó',
      PURE_READ,
    ],
    'GET /reports/f07/:month/difference': [
      'getF07Difference',
      'Qué cambiaría en los anexos de un mes cerrado si se hicieran hoy',
      'Casilla por casilla lo que se presentó y lo que sería ahora, los documentos que lo cambian, y las filas nuevas, quitadas y cambiadas, con los criterios con que se cerró. Con version, lo que esa versión guardada cambió respecto de la anterior.',
    ],
    'GET /reports/f07/:month/reconciliation': [
      'getF07Reconciliation',
      'En qué difiere un mes de lo que Hacienda dice, y cuándo se le preguntó',
      'Lo que está solo aquí, solo allá o es distinto, según la última conciliación, que se hace con sello reconcile --month. Hacienda responde por código de generación y no da una lista: de lo que otro sistema emitió no se sabe. Esta consulta no le pregunta nada.',
    ],
    'GET /reports/books/:month/:book': [
      'getBook',
      'Un libro de ventas de IVA de un mes, en PDF para imprimir o en XLSX',
      `Con las columnas del Reglamento del Código Tributario (arts. 83 a 85) y las mismas sumas que los anexos. ${CUT}`,
    ],
  }),
  ...tagged('Catálogos', {
    'GET /catalogs/activities': [
      'listActivities',
      'Actividades económicas (CAT-019), 50 como máximo',
      'Sin search, las primeras 50.',
    ],
    'GET /catalogs/departments': [
      'listDepartments',
      'Departamentos (CAT-012) con sus municipios (CAT-013)',
      'Con search, los departamentos que coinciden o que tienen un municipio que coincide.',
    ],
    'GET /catalogs/districts/search': [
      'searchDistricts',
      'Distritos (CAT-008), de 20 en 20',
      'El id de un resultado se envía como district.',
    ],
    'GET /catalogs/units': [
      'listUnits',
      'Unidades de medida (CAT-014)',
      'El código se envía como unit; sin él, 99.',
    ],
    'GET /catalogs/:name': [
      'listCatalog',
      'Los demás catálogos con que se llena una pantalla: países, formas de pago, INCOTERMS…',
      `Los códigos se envían así: ${CODES}.`,
    ],
  }),
};

/** Routes of one group, each with its identifier, its summary and its description. */
function tagged(
  tag: (typeof TAGS)[number]['name'],
  routes: Readonly<Record<string, readonly [operationId: string, summary: string, description: string]>>,
): Readonly<Record<string, Operation>> {
  return madeOf(routes, ([operationId, summary, description]) => ({
    operationId,
    tags: [tag],
    summary,
    description,
  }));
}
