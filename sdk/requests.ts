// Generated from docs/openapi.json by `npm run docs`; do not edit.

export interface AppendixEntry {
  /** Nombre del campo. */
  readonly field: string;
  /** Etiqueta. */
  readonly label: string;
  /** Valor. */
  readonly value: string;
}

export interface ClassChangeRequest {
  /** Solo los de estos tipos: ventas y notas (por defecto, todas), o 14, que va solo. */
  readonly doc_types?: readonly ('01' | '03' | '05' | '11' | '14')[] | null | undefined;
  /** Solo los de este establecimiento. */
  readonly establishment?: string | null | undefined;
  /** Solo los que llevan esta actividad económica del emisor (CAT-019). */
  readonly activity_code?: string | null | undefined;
  /** Solo los que no llevan códigos propios; por defecto, también los que ya llevan. */
  readonly only_unclassed?: boolean | undefined;
  /** Solo los de estas referencias. */
  readonly external_refs?: readonly string[] | null | undefined;
  /** Tipo de operación de renta: en ventas 1 a 4, 12 o 13; en compras 1 a 4, 8 o 9, y van los cuatro códigos. */
  readonly operation_type?: 1 | 2 | 3 | 4 | 8 | 9 | 12 | 13 | null | undefined;
  /** Para el anexo del F-07, tipo de ingreso de renta: 1 profesiones, 2 servicios, 3 comercio, 4 industria, 5 agropecuario, 6 dividendos, 7 a 10, 12, 13; por defecto, el de la empresa. No va en el documento. */
  readonly income_type?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 12 | 13 | null | undefined;
  /** Para el anexo 5: 1 costo, 2 gasto, 8, 9. */
  readonly classification?: 1 | 2 | 8 | 9 | null | undefined;
  /** Para el anexo 5: 1 industria, 2 comercio, 3 agropecuario, 4 servicios, 8, 9. */
  readonly sector?: 1 | 2 | 3 | 4 | 8 | 9 | null | undefined;
  /** Para el anexo 5: gastos 1 de venta, 2 de administración, 3 financieros; costos 4 importado, 5 interno, 6 indirectos, 7 mano de obra; 8, 9. */
  readonly cost_type?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | null | undefined;
}

export interface ClosingRequest {
  /** Las notas de crédito del anexo 1: positive, como dice el manual, por defecto, salvo que el mes se cerrara de otro modo; negative, con montos negativos. */
  readonly notes?: 'positive' | 'negative' | undefined;
  /** El valor de las exportaciones: without_freight, por defecto, salvo que el mes se cerrara de otro modo; with_freight, con seguro y flete. */
  readonly exports?: 'without_freight' | 'with_freight' | undefined;
  /** El código de generación de los anulados: 36 caracteres, con guiones, por defecto, salvo que el mes se cerrara de otro modo; 32, sin ellos. */
  readonly codes?: '36' | '32' | undefined;
  /** Los nombres: plain, en mayúsculas sin tildes, por defecto, salvo que el mes se cerrara de otro modo; accents, tal como son, en Windows-1252. */
  readonly names?: 'plain' | 'accents' | undefined;
  /** Cierra otra vez un mes que cambió después de cerrarlo: una modificatoria. */
  readonly amend?: boolean | null | undefined;
}

export interface CreditMemoRequest {
  /** Puede omitirse: esta ruta emite 05. */
  readonly doc_type?: '05' | null | undefined;
  /** Identificador (UUID) o external_ref del CCF que se ajusta; al reintentar no cambia. */
  readonly document_id: string;
  /** Copia todas las líneas del CCF y lo marca como invalidado; se envía sin lines. */
  readonly full_adjustment?: boolean | null | undefined;
  /** Lo que se ajusta, de 1 a 2000 líneas; sin ellas se copian todas las del CCF, que sigue vigente. */
  readonly lines?: readonly NoteLine[] | null | undefined;
  /** Clave de idempotencia, única por empresa. Envíela siempre: sin ella se genera una y repetir la solicitud emite otra nota. Cuenta sin los blancos de sus extremos y en la forma NFC de Unicode; no admite caracteres de control ni invisibles. */
  readonly external_ref?: string | null | undefined;
  /** Observaciones del documento. */
  readonly observations?: string | null | undefined;
}

export interface ExportTerms {
  /** CAT-011: 1 bienes, 2 servicios, 3 ambos. */
  readonly item_type?: number | string | null | undefined;
  /** CAT-031; con bienes. */
  readonly incoterm?: string | null | undefined;
  /** Recinto fiscal, CAT-027; con bienes. */
  readonly fiscal_precinct?: string | null | undefined;
  /** CAT-033, por ejemplo EX-1; con bienes. */
  readonly regime_type?: string | null | undefined;
  /** Régimen, CAT-028; con bienes. */
  readonly regime?: string | null | undefined;
  /** Flete, en dólares; número, o su texto. */
  readonly freight?: number | string | null | undefined;
  /** Seguro, en dólares; número, o su texto. */
  readonly insurance?: number | string | null | undefined;
}

export interface InvalidationRequest {
  /** CAT-024: 1 error en el documento, 2 rescisión de la operación, 3 otro motivo. Sin él, el de la empresa. */
  readonly type?: 1 | 2 | 3 | '1' | '2' | '3' | null | undefined;
  /** Motivo, de 5 a 200 caracteres; obligatorio con type 3. Sin él, el de la empresa. */
  readonly reason?: string | null | undefined;
  /** Quien responde por la invalidación; sin él, el de la empresa. */
  readonly responsible?: Person | null | undefined;
  /** Quien la solicita; sin él, el de la empresa. */
  readonly requester?: Person | null | undefined;
  /** Identificador o external_ref del documento sellado, del mismo tipo, que reemplaza al invalidado; obligatorio con type 1 y 3, salvo en notas. */
  readonly replacement_document_id?: string | null | undefined;
}

export interface InvoiceRequest {
  /** Tipo de documento: 01 factura (por defecto), 03 crédito fiscal, 11 exportación. */
  readonly doc_type?: '01' | '03' | '11' | null | undefined;
  /** Cliente o sujeto. */
  readonly customer?: Party | null | undefined;
  /** Solo el nombre, cuando no hay customer. */
  readonly customer_name?: string | null | undefined;
  /** De 1 a 2000 líneas. */
  readonly lines: readonly SaleLine[];
  /** Clave de idempotencia, única por empresa. Envíela siempre: sin ella se genera una y repetir la solicitud emite otra venta. Cuenta sin los blancos de sus extremos y en la forma NFC de Unicode; no admite caracteres de control ni invisibles. */
  readonly external_ref?: string | null | undefined;
  /** 01 efectivo (por defecto), 02 débito, 03 crédito, 04 cheque, 05 transferencia, 08 y 09 dinero y monedero electrónico, 10 transferencia no bancaria, 11 remesa, 12 permuta, 13 otros medios, 14 cuentas por pagar, 15 giro, 99 otro. */
  readonly payment_method?: string | null | undefined;
  /** Varias formas de pago, en vez de payment_method; una lista vacía es ninguna. */
  readonly payments?: readonly Payment[] | null | undefined;
  /** 1 contado (por defecto), 2 crédito, 3 otro. */
  readonly transaction_condition?: number | string | null | undefined;
  /** Con crédito: 1 días (por defecto), 2 meses, 3 años. */
  readonly deadline?: number | string | null | undefined;
  /** Con crédito: cantidad de deadline; 1 por defecto. */
  readonly period?: number | string | null | undefined;
  /** Establecimiento; el de la empresa por defecto. */
  readonly establishment?: string | null | undefined;
  /** Punto de venta; el de la empresa por defecto. */
  readonly point_of_sale?: string | null | undefined;
  /** Correo adicional al que se envían el PDF y el JSON. */
  readonly redirect_email?: string | null | undefined;
  /** Se conserva y se muestra en delivery; no se le envía nada. */
  readonly redirect_whatsapp?: string | null | undefined;
  /** Observaciones del documento. */
  readonly observations?: string | null | undefined;
  /** Datos libres del emisor. */
  readonly appendix?: readonly AppendixEntry[] | null | undefined;
  /** Actividad económica del emisor para este documento. */
  readonly activity_code?: string | null | undefined;
  /** Datos de exportación; los de la empresa por defecto. */
  readonly export?: ExportTerms | null | undefined;
  /** Para el anexo del F-07, tipo de operación de renta: 1 gravada, 2 no gravada o exenta, 3 excluida, 4 mixta, 12, 13; por defecto, el de la empresa. No va en el documento. */
  readonly operation_type?: 1 | 2 | 3 | 4 | 12 | 13 | null | undefined;
  /** Para el anexo del F-07, tipo de ingreso de renta: 1 profesiones, 2 servicios, 3 comercio, 4 industria, 5 agropecuario, 6 dividendos, 7 a 10, 12, 13; por defecto, el de la empresa. No va en el documento. */
  readonly income_type?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 12 | 13 | null | undefined;
}

export interface MailRequest {
  /** Correo al que se envía; sin él, los del documento: el del cliente y redirect_email. */
  readonly address?: string | null | undefined;
}

export interface NoteLine {
  /** Qué se vende, se compra o se ajusta. */
  readonly description: string;
  /** Mayor que cero, con hasta 11 dígitos enteros; se redondea a 8 decimales. Número, o su texto: "1.50". */
  readonly quantity: number | string;
  /** Con IVA en 01, 03 y 05 gravados; en 11 y 14 no hay IVA. Cero o más, como quantity. */
  readonly unit_price: number | string;
  /** De 0 a 100, como quantity. */
  readonly discount_percentage?: number | string | null | undefined;
  /** Código del producto. */
  readonly code?: string | null | undefined;
  /** Unidad de medida, CAT-014; 99 por defecto; vea /catalogs/units. */
  readonly unit?: string | null | undefined;
  /** 1 bienes (por defecto), 2 servicios, 3 ambos. */
  readonly item_type?: number | string | null | undefined;
  /** taxed: gravada; exempt: exenta; non_subject: no sujeta. Por defecto la clase del CCF, si vendió en una sola; si no, taxed. */
  readonly sale_type?: 'taxed' | 'exempt' | 'non_subject' | null | undefined;
  /** Número de la línea del CCF de la que se devuelven unidades, desde 1: entre todas las notas no se devuelven más de las vendidas. No se envía en una corrección de precio ni en un descuento. */
  readonly ccf_line?: number | string | null | undefined;
}

export interface Party {
  /** Nombre o razón social. */
  readonly name?: string | null | undefined;
  /** CAT-022: 02 carnet, 03 pasaporte, 13 DUI, 36 NIT, 37 otro (por defecto); se valida según el tipo. */
  readonly document_type?: string | null | undefined;
  /** Número del documento; es el mismo campo que nit. */
  readonly document_number?: string | null | undefined;
  /** NIT de 14 dígitos o 9 del DUI homologado. */
  readonly nit?: string | null | undefined;
  /** Número de registro de contribuyente. */
  readonly nrc?: string | null | undefined;
  /** Correo; si el formato está mal, Hacienda rechaza el documento. */
  readonly email?: string | null | undefined;
  /** Teléfono, de 8 a 30 caracteres. */
  readonly phone?: string | null | undefined;
  /** Nombre comercial. */
  readonly trade_name?: string | null | undefined;
  /** 1 pequeño, 2 mediano, 3 grande, 4 gobierno; 3 y 4 retienen 1 % de IVA desde 100.00. */
  readonly type_contributor?: number | string | null | undefined;
  /** Actividad económica, CAT-019; vea /catalogs/activities. */
  readonly activity_code?: string | null | undefined;
  /** Dirección; sin ella, el nombre del distrito. */
  readonly address?: string | null | undefined;
  /** Departamento, CAT-012, 2 dígitos; sin ningún código de lugar, el del emisor. */
  readonly department?: string | null | undefined;
  /** Municipio, código largo o corto. */
  readonly municipality?: string | null | undefined;
  /** Identificador de /catalogs/districts/search; decide departamento y municipio. */
  readonly district?: string | null | undefined;
  /** Código del distrito, 2 dígitos, con department y municipality. */
  readonly district_code?: string | null | undefined;
  /** País, ISO 3166-1 alfa-2 o código de Hacienda. En 01, otro que SV y sin ningún código de lugar: la dirección es 00/00/00, y en v1 ninguna. */
  readonly country?: string | null | undefined;
  /** CAT-029: 1 natural, 2 jurídica. */
  readonly person_type?: number | string | null | undefined;
}

export interface Payment {
  /** Código de forma de pago. */
  readonly method: string;
  /** En dólares, hasta 2 decimales; uno puede omitirse y toma el resto. Número, o su texto: "1.50". */
  readonly amount?: number | string | null | undefined;
  /** Número de cheque, autorización u otro. */
  readonly reference?: string | null | undefined;
}

export interface Person {
  /** Nombre, de 5 a 100 caracteres. */
  readonly name: string;
  /** CAT-022: 02 carnet, 03 pasaporte, 13 DUI, 36 NIT, 37 otro. */
  readonly document_type: string;
  /** Número del documento. */
  readonly document_number: string;
}

export interface PurchaseLine {
  /** Qué se vende, se compra o se ajusta. */
  readonly description: string;
  /** Mayor que cero, con hasta 11 dígitos enteros; se redondea a 8 decimales. Número, o su texto: "1.50". */
  readonly quantity: number | string;
  /** Con IVA en 01, 03 y 05 gravados; en 11 y 14 no hay IVA. Cero o más, como quantity. */
  readonly unit_price: number | string;
  /** De 0 a 100, como quantity. */
  readonly discount_percentage?: number | string | null | undefined;
  /** Código del producto. */
  readonly code?: string | null | undefined;
  /** Unidad de medida, CAT-014; 99 por defecto; vea /catalogs/units. */
  readonly unit?: string | null | undefined;
  /** 1 bienes (por defecto), 2 servicios, 3 ambos. */
  readonly item_type?: number | string | null | undefined;
  /** Servicio: se retiene 10 % de renta. */
  readonly is_service?: boolean | null | undefined;
}

export interface RehearsalRequest {
  /** El esquema en que se ensaya; v2 por defecto. */
  readonly generation?: 'v1' | 'v2' | null | undefined;
  /** Solo los documentos desde este día, AAAA-MM-DD; todos si no se indica. */
  readonly since?: string | null | undefined;
}

export interface SaleLine {
  /** Qué se vende, se compra o se ajusta. */
  readonly description: string;
  /** Mayor que cero, con hasta 11 dígitos enteros; se redondea a 8 decimales. Número, o su texto: "1.50". */
  readonly quantity: number | string;
  /** Con IVA en 01, 03 y 05 gravados; en 11 y 14 no hay IVA. Cero o más, como quantity. */
  readonly unit_price: number | string;
  /** De 0 a 100, como quantity. */
  readonly discount_percentage?: number | string | null | undefined;
  /** Código del producto. */
  readonly code?: string | null | undefined;
  /** Unidad de medida, CAT-014; 99 por defecto; vea /catalogs/units. */
  readonly unit?: string | null | undefined;
  /** 1 bienes (por defecto), 2 servicios, 3 ambos. */
  readonly item_type?: number | string | null | undefined;
  /** taxed: gravada (por defecto); exempt: exenta; non_subject: no sujeta. */
  readonly sale_type?: 'taxed' | 'exempt' | 'non_subject' | null | undefined;
}

export interface SuexRequest {
  /** Puede omitirse: esta ruta emite 14. */
  readonly doc_type?: '14' | null | undefined;
  /** Cliente o sujeto. */
  readonly subject: Party;
  /** De 1 a 2000 líneas. */
  readonly lines: readonly PurchaseLine[];
  /** Clave de idempotencia, única por empresa. Envíela siempre: sin ella se genera una y repetir la solicitud emite otra venta. Cuenta sin los blancos de sus extremos y en la forma NFC de Unicode; no admite caracteres de control ni invisibles. */
  readonly external_ref?: string | null | undefined;
  /** 01 efectivo (por defecto), 02 débito, 03 crédito, 04 cheque, 05 transferencia, 08 y 09 dinero y monedero electrónico, 10 transferencia no bancaria, 11 remesa, 12 permuta, 13 otros medios, 14 cuentas por pagar, 15 giro, 99 otro. */
  readonly payment_method?: string | null | undefined;
  /** Varias formas de pago, en vez de payment_method; una lista vacía es ninguna. */
  readonly payments?: readonly Payment[] | null | undefined;
  /** 1 contado (por defecto), 2 crédito, 3 otro. */
  readonly transaction_condition?: number | string | null | undefined;
  /** Con crédito: 1 días (por defecto), 2 meses, 3 años. */
  readonly deadline?: number | string | null | undefined;
  /** Con crédito: cantidad de deadline; 1 por defecto. */
  readonly period?: number | string | null | undefined;
  /** Establecimiento; el de la empresa por defecto. */
  readonly establishment?: string | null | undefined;
  /** Punto de venta; el de la empresa por defecto. */
  readonly point_of_sale?: string | null | undefined;
  /** Correo adicional al que se envían el PDF y el JSON. */
  readonly redirect_email?: string | null | undefined;
  /** Se conserva y se muestra en delivery; no se le envía nada. */
  readonly redirect_whatsapp?: string | null | undefined;
  /** Observaciones del documento. */
  readonly observations?: string | null | undefined;
  /** Datos libres del emisor. */
  readonly appendix?: readonly AppendixEntry[] | null | undefined;
  /** Para el anexo 5 del F-07, tipo de operación de renta: 1 gravada, 2 no gravada, 3 excluida, 4 mixta, 8, 9. Los cuatro códigos de una compra van juntos; por defecto, los de la empresa. No van en el documento. */
  readonly operation_type?: 1 | 2 | 3 | 4 | 8 | 9 | null | undefined;
  /** Para el anexo 5: 1 costo, 2 gasto, 8, 9. */
  readonly classification?: 1 | 2 | 8 | 9 | null | undefined;
  /** Para el anexo 5: 1 industria, 2 comercio, 3 agropecuario, 4 servicios, 8, 9. */
  readonly sector?: 1 | 2 | 3 | 4 | 8 | 9 | null | undefined;
  /** Para el anexo 5: gastos 1 de venta, 2 de administración, 3 financieros; costos 4 importado, 5 interno, 6 indirectos, 7 mano de obra; 8, 9. */
  readonly cost_type?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | null | undefined;
}
