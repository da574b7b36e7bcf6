import { forEachType, type TipoDte } from '../dte/kinds.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';
import { SUJETO_EXCLUIDO } from '../dte/types/sujeto-excluido.ts';
import { asked, computed, each, filed, OF_CCF, OF_SELLO, type Owner, type Owners, under } from './owner.ts';
import { DEFAULT_EXPORT, emisorOf, receptorOf } from './owners-in-parties.ts';

/** What is sent around a document, and how a signature is named. */
const ENVELOPE = each(
  'ambiente idEnvio version tipoDte documento documentos codigoGeneracion nitEmisor nit firma',
  OF_SELLO,
);

function identificacionOf(tipoDte: TipoDte): Owners {
  const isChosen = tipoDte !== NOTA_CREDITO.code && tipoDte !== SUJETO_EXCLUIDO.code;
  return {
    ...each(
      ' numeroControl codigoGeneracion tipoModelo tipoOperacion fecEmi horEmi tipoMoneda fusion',
      OF_SELLO,
    ),
    tipoDte: isChosen ? asked('doc_type', '01, 03 u 11') : OF_SELLO,
    version: filed('schema_generation'),
    ambiente: filed('environment'),
    tipoContingencia: filed('contingency.type'),
    ...each('motivoContin motivoContigencia', filed('contingency.reason')),
  };
}

const NO_RELATED: Owners = each(
  ' [] [].tipoDocumento [].tipoGeneracion [].numeroDocumento [].fechaEmision',
  OF_SELLO,
);

const ADJUSTED: Owners = {
  ...NO_RELATED,
  ...each(' [] [].tipoDocumento [].fechaEmision', OF_CCF),
  '[].numeroDocumento': asked('document_id', 'el identificador o external_ref de un crédito fiscal sellado'),
};

const AMOUNT_FIELDS = 'lines[].unit_price lines[].quantity lines[].discount_percentage';

/** Types 11 and 14 have no classes of sales. */
function amountFieldsOf(tipoDte: TipoDte): string {
  const isClassed = tipoDte !== EXPORTACION.code && tipoDte !== SUJETO_EXCLUIDO.code;
  return isClassed ? `${AMOUNT_FIELDS} lines[].sale_type` : AMOUNT_FIELDS;
}

const LINES: Owners = {
  '': asked('lines', 'de 1 a 2000 líneas'),
  '[]': asked('lines[]', 'revise cada campo de la línea'),
  '[].numItem': OF_SELLO,
  '[].tipoItem': asked('lines[].item_type', '1 bienes, 2 servicios o 3 ambos', 'sin él, 1'),
  '[].numeroDocumento': OF_SELLO,
  '[].cantidad': asked('lines[].quantity', 'un número mayor que cero'),
  '[].codigo': asked('lines[].code', 'de 1 a 25 caracteres'),
  '[].codTributo': OF_SELLO,
  '[].uniMedida': asked('lines[].unit', 'un código de GET /catalogs/units', 'sin él, 99'),
  '[].descripcion': asked('lines[].description', 'de 1 a 1000 caracteres'),
  '[].precioUni': asked('lines[].unit_price', 'un número de cero o más, con IVA si la línea lo lleva'),
  '[].montoDescu': computed('lines[].discount_percentage lines[].quantity lines[].unit_price'),
  ...each('[].psv [].noGravado', OF_SELLO),
};

function linesOf(tipoDte: TipoDte): Owners {
  const amounts = computed(amountFieldsOf(tipoDte));
  const hasClasses = amountFieldsOf(tipoDte) !== AMOUNT_FIELDS;
  const taxes = hasClasses ? computed('lines[].sale_type') : OF_SELLO;
  const lines: Owners = {
    ...LINES,
    ...each('[].ventaNoSuj [].ventaExenta [].ventaGravada [].ivaItem [].compra', amounts),
    ...each('[].ivaPerci [].ivaRete', amounts),
    '[].totalIva': OF_SELLO,
    ...each('[].tributos [].tributos[]', taxes),
  };
  return tipoDte === NOTA_CREDITO.code
    ? { ...copied(lines), '[].numeroDocumento': asked('document_id') }
    : lines;
}

/** The lines of a note are the caller's where it sent any. */
function copied(lines: Owners): Owners {
  const otherwise = 'si no envió lines, es la línea del crédito fiscal';
  return Object.fromEntries(
    Object.entries(lines).map(([path, owner]): [string, Owner] => [
      path,
      owner.origin === 'request' ? { ...owner, otherwise } : owner,
    ]),
  );
}

const SUMS =
  ' totalNoSuj totalExenta totalGravada subTotalVentas totalDescu subTotal montoTotalOperacion totalPagar ' +
  'totalLetras totalIva totalCompra tributos tributos[] tributos[].codigo tributos[].descripcion tributos[].valor';
const WITHHELD = 'ivaPerci ivaPerci1 ivaRete ivaRete1';
const ZEROS =
  'descu descuNoSuj descuExenta descuGravada descuento porcentajeDescuento totalNoGravado totalNoOnerosas ' +
  'saldoFavor numPagoElectronico codigoRetencionMH reteRenta';

const PAYMENT: Owners = {
  condicionOperacion: asked('transaction_condition', '1 contado, 2 crédito o 3 otro', 'sin ella, 1'),
  ...each('pagos pagos[]', asked('payments payment_method')),
  'pagos[].codigo': asked(
    'payments[].method payment_method',
    'uno de los códigos de docs/campos.md',
    'sin él, 01',
  ),
  'pagos[].montoPago': asked('payments[].amount', 'los montos deben sumar el total', 'sin él, el total'),
  'pagos[].referencia': asked('payments[].reference', 'hasta 50 caracteres'),
  'pagos[].plazo': asked('deadline', '1 días, 2 meses o 3 años, solo con transaction_condition 2'),
  'pagos[].periodo': asked('period', 'un entero mayor que cero, solo con transaction_condition 2'),
};

const FREIGHT: Owners = {
  seguro: asked('export.insurance', 'un monto en dólares, con 2 decimales como máximo'),
  flete: asked('export.freight', 'un monto en dólares, con 2 decimales como máximo'),
  ...each(
    'codIncoterms descIncoterms',
    asked('export.incoterm', 'un código de CAT-031, solo con bienes', DEFAULT_EXPORT),
  ),
};

function resumenOf(tipoDte: TipoDte): Owners {
  const sums = {
    ...each(SUMS, computed(amountFieldsOf(tipoDte), 'lines')),
    ...each(ZEROS, OF_SELLO),
    observaciones: asked('observations', 'de 1 a 3000 caracteres'),
  };
  switch (tipoDte) {
    case NOTA_CREDITO.code:
      // The condition is the CCF's; what is kept back follows what it carried.
      return { ...sums, ...each(WITHHELD, computed(amountFieldsOf(tipoDte))), condicionOperacion: OF_CCF };
    case SUJETO_EXCLUIDO.code:
      return {
        ...sums,
        ...PAYMENT,
        ...each(WITHHELD, OF_SELLO),
        reteRenta: computed(`lines[].is_service ${AMOUNT_FIELDS}`),
      };
    case EXPORTACION.code:
      return { ...sums, ...PAYMENT, ...FREIGHT, ...each('tributos tributos[] tributos[].codigo', OF_SELLO) };
    default:
      return {
        ...sums,
        ...PAYMENT,
        ...each(WITHHELD, computed(`customer.type_contributor ${amountFieldsOf(tipoDte)}`)),
      };
  }
}

const EXTENSION: Owners = {
  ...each(' nombEntrega docuEntrega nombRecibe docuRecibe placaVehiculo', OF_SELLO),
  observaciones: asked('observations', 'de 1 a 3000 caracteres'),
};

const APENDICE: Owners = {
  '': asked('appendix', 'de 1 a 10 datos'),
  '[]': asked('appendix[]', 'revise sus tres textos'),
  '[].campo': asked('appendix[].field', 'de 2 a 25 caracteres'),
  '[].etiqueta': asked('appendix[].label', 'de 3 a 50 caracteres'),
  '[].valor': asked('appendix[].value', 'de 1 a 150 caracteres'),
};

/** Notes have none. */
const NO_APENDICE: Owners = each(' [] [].campo [].etiqueta [].valor', OF_SELLO);

/** Where every datum of a document of each type comes from, in both generations: a key is the path of the datum. */
export const OWNERS_IN_DOCUMENTS: Readonly<Record<TipoDte, Owners>> = forEachType((tipoDte) => ({
  ...ENVELOPE,
  ...under('identificacion', identificacionOf(tipoDte)),
  ...under('emisor', emisorOf(tipoDte)),
  ...receptorOf(tipoDte),
  ...under('documentoRelacionado', tipoDte === NOTA_CREDITO.code ? ADJUSTED : NO_RELATED),
  ...under('cuerpoDocumento', linesOf(tipoDte)),
  ...under('resumen', resumenOf(tipoDte)),
  ...under('extension', EXTENSION),
  ...under('apendice', tipoDte === NOTA_CREDITO.code ? NO_APENDICE : APENDICE),
  ...each('otrosDocumentos ventaTercero compraTercero', OF_SELLO),
}));
