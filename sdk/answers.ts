// Generated from docs/openapi.json by `npm run docs`; do not edit.

import type {
  FieldErrorCode,
  LifeEventEvent,
  PreviewWarningCode,
  ReconciliationFindingReason,
} from './codes.ts';

export interface AnnexChanges {
  /** El anexo: 1, 2, 5, 9, anulados o f14. */
  readonly annex: string;
  /** Filas cuando se cerró. */
  readonly rows_before: number;
  /** Filas ahora. */
  readonly rows_after: number;
  /** Filas nuevas. */
  readonly added: number;
  /** Filas que ya no están. */
  readonly removed: number;
  /** Filas que cambiaron. */
  readonly changed: number;
  /** Las columnas de montos. */
  readonly sums: readonly ColumnChange[];
  /** Las filas distintas, hasta 1000 por anexo. */
  readonly rows: readonly RowChange[];
}

export interface ApiError {
  /** Qué está mal, en español. */
  readonly detail: string;
  /** Código estable del error. */
  readonly code: string;
  /** Todo lo que está mal en una solicitud que no es válida. */
  readonly errors?: readonly FieldError[] | undefined;
}

export interface CatalogEntry {
  readonly code: string;
  readonly description: string;
}

export interface ChangedDocument {
  /** sealed: se selló después de cerrar; invalidated: se invalidó después; sealed_and_invalidated: las dos cosas. */
  readonly event: 'sealed' | 'invalidated' | 'sealed_and_invalidated';
  /** Identificador del documento. */
  readonly document_id: string;
  /** Tipo de documento. */
  readonly doc_type: string;
  /** Fecha de emisión, AAAA-MM-DD. */
  readonly issued_on: string;
  /** Número de control. */
  readonly control_number: string;
  /** Código de generación. */
  readonly generation_code: string;
  /** La otra parte, como la nombra el documento; null si no la nombra. */
  readonly name: string | null;
  /** Lo que el mes tiene de más por él, con su IVA; negativo si tiene de menos, como una factura invalidada o una nota de crédito sellada. */
  readonly effect: string;
}

export interface ClassChange {
  /** Identificador del cambio. */
  readonly change_id: string;
  /** Cuándo se hizo, ISO 8601 con -06:00. */
  readonly changed_at: string;
  /** Quién lo hizo. */
  readonly changed_by: string;
  /** Documentos que cambió. */
  readonly documents: number;
}

export interface ClosedFile {
  /** Nombre del archivo. */
  readonly name: string;
  /** Cuántos bytes tiene. */
  readonly bytes: number;
  /** SHA-256 del archivo, en hexadecimal. */
  readonly sha256: string;
}

export interface Closing {
  /** El período, como 2026-11. */
  readonly month: string;
  /** 1 lo que se presentó primero; cada modificatoria suma uno. */
  readonly version: number;
  /** Cuándo se cerró, ISO 8601 con -06:00. */
  readonly closed_at: string;
  /** Quién lo cerró. */
  readonly closed_by: string;
  /** Los archivos, tal como se guardaron. */
  readonly files: readonly ClosedFile[];
}

export interface ColumnChange {
  /** La columna, como la llama el manual. */
  readonly field: string;
  /** Lo que sumaba, con dos decimales. */
  readonly before: string;
  /** Lo que suma ahora. */
  readonly after: string;
  /** Lo que sumaba, restadas las notas de crédito. */
  readonly net_before: string;
  /** Lo que suma ahora, restadas las notas de crédito. */
  readonly net_after: string;
  /** net_after menos net_before. */
  readonly difference: string;
}

export interface CreditMemoStatus extends IssuedDocument {
  /** Siempre falso: una consulta no emite nada. */
  readonly is_duplicate: boolean;
  /** Tipo de documento. */
  readonly doc_type: string;
  /** Fecha y hora de emisión, ISO 8601 con -06:00. */
  readonly posted_date: string;
  /** Nombre del cliente o sujeto; Consumidor Final si no hay. */
  readonly customer_name: string;
  /** Base gravada sin IVA; en 11 y 14, el total. */
  readonly amount_taxable: number;
  /** IVA. */
  readonly amount_vat: number;
  /** Total antes de retenciones. */
  readonly amount_gross: number;
  /** Retención de IVA de 1 % o de renta de 10 %. */
  readonly amount_retention: number;
  /** Total a pagar. */
  readonly amount_total: number;
  /** Igual que amount_total; en desuso. */
  readonly amount: number;
  /** Igual que amount_retention; en desuso. */
  readonly amount_ret: number;
  /** El documento fue invalidado. También lo dice un CCF que una nota con full_adjustment ajustó por completo, aunque para Hacienda siga vigente. */
  readonly invalidated: boolean;
  /** none: no se ha pedido; waiting: pedida, sin respuesta de Hacienda; stamped: sellada; rejected: rechazada, el documento sigue vigente. De un CCF que una nota de crédito anuló por completo dice cómo está esa nota. */
  readonly invalidation_state: 'none' | 'waiting' | 'stamped' | 'rejected';
  /** Nota de crédito que lo anuló, si la hay. */
  readonly credit_memo_id: string | null;
  /** Suma de la nota, con IVA: lo que resta del CCF, salvo que sea rechazada o invalidada. */
  readonly ccf_adjusted_amount: number;
  /** Con esta nota no queda nada del CCF por ajustar. */
  readonly ccf_fully_adjusted: boolean;
  /** Entrega por correo del PDF y del JSON. */
  readonly delivery: Delivery;
  /** Con include_dte=true: el documento firmado. */
  readonly schema?: unknown | undefined;
  /** Con include_dte=true: la respuesta de Hacienda. */
  readonly response?: unknown | undefined;
  /** Identificador del CCF ajustado (UUID). */
  readonly ccf_document_id: string;
  /** Número de control del CCF ajustado. */
  readonly ccf_control_number: string;
}

export interface Delivery {
  /** none: no hay a quién enviar; not_configured: no hay servidor de correo; queued: algún mensaje espera; sent: todos enviados; failed: ninguno pudo enviarse; partial: unos sí y otros no. */
  readonly state: 'none' | 'not_configured' | 'queued' | 'sent' | 'partial' | 'failed';
  /** Un elemento por mensaje y destinatario. */
  readonly recipients: readonly DeliveryRecipient[];
  /** El número recibido; se conserva y no se le envía nada. */
  readonly redirect_whatsapp: string | null;
}

export interface DeliveryRecipient {
  /** Correo del destinatario. */
  readonly address: string;
  /** contingency: el documento sin sello todavía; stamped: el documento sellado. */
  readonly kind: 'contingency' | 'stamped';
  /** En espera, aceptado por el servidor de correo o abandonado. */
  readonly state: 'queued' | 'sent' | 'failed';
  /** Cuándo lo aceptó el servidor de correo, ISO 8601 con -06:00. */
  readonly sent_at: string | null;
  /** Por qué no se ha enviado. */
  readonly last_error: string | null;
}

export interface Department {
  readonly code: string;
  readonly name: string;
  readonly municipalities: readonly Municipality[];
}

export interface Difference {
  /** El período, como 2026-11. */
  readonly month: string;
  /** La versión cerrada de la que se parte. */
  readonly version: number;
  /** La versión cerrada con que se compara; null si es lo que sería ahora. */
  readonly later_version: number | null;
  /** Si algo cambió. */
  readonly differs: boolean;
  /** Las casillas del F-07, el débito del mes y lo retenido del F-14, hayan cambiado o no. */
  readonly figures: readonly FigureChange[];
  /** Los documentos que se sellaron o se invalidaron después de cerrar el mes y lo cambian, por orden de emisión, hasta 1000. */
  readonly documents: readonly ChangedDocument[];
  /** Todos los anexos, hayan cambiado o no. */
  readonly annexes: readonly AnnexChanges[];
}

export interface District {
  readonly id: string;
  readonly text: string;
  readonly name: string;
  readonly code: string;
  readonly municipality: string;
  readonly department: string;
  readonly municipality_code: string;
  readonly department_code: string;
}

export interface DistrictPage {
  readonly results: readonly District[];
  readonly pagination: { readonly more: boolean };
}

export interface DocumentEvents {
  /** Identificador del documento (UUID). */
  readonly document_id: string;
  /** La referencia de quien lo emitió. */
  readonly external_ref: string;
  /** En el orden en que ocurrió. */
  readonly events: readonly LifeEvent[];
}

export interface DocumentPage {
  /** Los documentos, como los muestra su estado. Pueden ser menos que limit, o ninguno, aunque haya más. */
  readonly documents: readonly ListedDocument[];
  /** Lo que se envía como cursor para la página siguiente; null si no hay más. */
  readonly next: string | null;
  /** Con totals=true: por tipo y estado, de toda la selección y no solo de esta página. */
  readonly totals?: readonly SelectionTotal[] | undefined;
}

export interface DocumentStatus extends IssuedDocument {
  /** Siempre falso: una consulta no emite nada. */
  readonly is_duplicate: boolean;
  /** Tipo de documento. */
  readonly doc_type: string;
  /** Fecha y hora de emisión, ISO 8601 con -06:00. */
  readonly posted_date: string;
  /** Nombre del cliente o sujeto; Consumidor Final si no hay. */
  readonly customer_name: string;
  /** Base gravada sin IVA; en 11 y 14, el total. */
  readonly amount_taxable: number;
  /** IVA. */
  readonly amount_vat: number;
  /** Total antes de retenciones. */
  readonly amount_gross: number;
  /** Retención de IVA de 1 % o de renta de 10 %. */
  readonly amount_retention: number;
  /** Total a pagar. */
  readonly amount_total: number;
  /** Igual que amount_total; en desuso. */
  readonly amount: number;
  /** Igual que amount_retention; en desuso. */
  readonly amount_ret: number;
  /** El documento fue invalidado. También lo dice un CCF que una nota con full_adjustment ajustó por completo, aunque para Hacienda siga vigente. */
  readonly invalidated: boolean;
  /** none: no se ha pedido; waiting: pedida, sin respuesta de Hacienda; stamped: sellada; rejected: rechazada, el documento sigue vigente. De un CCF que una nota de crédito anuló por completo dice cómo está esa nota. */
  readonly invalidation_state: 'none' | 'waiting' | 'stamped' | 'rejected';
  /** Nota de crédito que lo anuló, si la hay. */
  readonly credit_memo_id: string | null;
  /** Solo de un CCF: lo que le restan sus notas de crédito vigentes, con IVA. */
  readonly ccf_adjusted_amount?: number | undefined;
  /** Solo de un CCF: lo que queda por ajustar, con IVA. */
  readonly ccf_remaining_amount?: number | undefined;
  /** Solo de un CCF: no queda nada por ajustar. */
  readonly ccf_fully_adjusted?: boolean | undefined;
  /** Entrega por correo del PDF y del JSON. */
  readonly delivery: Delivery;
  /** Con include_dte=true: el documento firmado. */
  readonly schema?: unknown | undefined;
  /** Con include_dte=true: la respuesta de Hacienda. */
  readonly response?: unknown | undefined;
}

export interface Explanation {
  /** Código de Hacienda, el mismo de codigo_msg. */
  readonly code: string;
  /** Lo que dijo Hacienda, tal cual. */
  readonly text: string;
  /** El dato del documento oficial, como receptor.correo o cuerpoDocumento[2].uniMedida; null si Hacienda no nombra ninguno que exista. */
  readonly official_field: string | null;
  /** El campo de su solicitud, como customer.email o lines[2].unit, contando desde 0; null si su programa no lo envía. */
  readonly field: string | null;
  /** De quién es el dato. request: lo envió usted; computed: Sello lo calcula de lo que usted envió; company: el archivo de la empresa; ccf: el crédito fiscal que se ajusta; document: el documento que se invalida; sello: lo pone Sello; unknown: no se sabe. */
  readonly origin: 'request' | 'computed' | 'company' | 'ccf' | 'document' | 'sello' | 'unknown';
  /** El valor con que se envió a Hacienda, hasta 200 caracteres; null si iba vacío o es más de uno. */
  readonly value: string | null;
  /** Por qué lo rechazó Hacienda. */
  readonly why: string;
  /** Qué hacer. */
  readonly remedy: string;
  /** Si la misma referencia puede repetirse cuando esté corregido; con false se rechazaría otra vez, y remedy dice qué hacer. De una invalidación: la misma solicitud. */
  readonly same_reference: boolean;
  /** Falso si Sello no conoce el código, o el dato que Hacienda nombra; guíese por text. */
  readonly recognised: boolean;
}

export interface FieldError {
  /** El campo, como lo nombra quien llama. */
  readonly field: string;
  /** Código estable de lo que está mal en él; vea refusals.md. */
  readonly code: FieldErrorCode;
  /** Qué está mal en él. */
  readonly message: string;
}

export interface FigureChange {
  /** La casilla del F-07; null si es otra cifra, como el débito del mes. */
  readonly box: string | null;
  /** Qué es, en palabras. */
  readonly label: string;
  /** Lo que se presentó, con dos decimales; negativo lo que el formulario resta. */
  readonly before: string;
  /** Lo que sería ahora. */
  readonly after: string;
  /** Lo de ahora menos lo que se presentó. */
  readonly difference: string;
}

export interface Invalidation extends IssuedDocument {
  /** La invalidación quedó registrada: sellada o en contingencia. */
  readonly success: boolean;
  /** Hacienda invalidó el documento, o selló la nota que lo anula. */
  readonly dte_success: boolean;
  /** Hacienda la rechazó: el documento sigue vigente; vea observaciones. */
  readonly rejected: boolean;
  /** Código de generación del evento, o de la nota que lo anula. */
  readonly generation_code: string;
  /** Sello del evento o de la nota; vacío sin sello, o si se perdió en el camino. */
  readonly reception_stamp: string;
  /** El documento ya estaba invalidado o anulado. */
  readonly is_duplicate: boolean;
  /** La invalidación se intentó; vea los demás indicadores. */
  readonly invalidated: boolean;
  /** none: no se ha pedido; waiting: pedida, sin respuesta de Hacienda; stamped: sellada; rejected: rechazada, el documento sigue vigente. De un CCF que una nota de crédito anuló por completo dice cómo está esa nota. */
  readonly invalidation_state: 'none' | 'waiting' | 'stamped' | 'rejected';
  /** El CCF estaba fuera de plazo: se anula con una nota de crédito creada para ello. */
  readonly created_credit_memo: boolean;
  /** La nota de crédito que anula el CCF, si la hay. */
  readonly credit_memo_id: string | null;
  /** El PDF del evento de invalidación; null mientras no tiene sello. */
  readonly invalidation_url: string | null;
}

export interface IssuedCreditMemo {
  /** La operación quedó registrada: sellada o en contingencia. */
  readonly success: boolean;
  /** Hacienda entregó el sello de recepción. */
  readonly dte_success: boolean;
  /** Hacienda todavía no ha respondido; se sigue intentando. */
  readonly contingency: boolean;
  /** Hacienda rechazó el documento; vea observaciones. */
  readonly rejected: boolean;
  /** El número de control está asignado y ya no cambia. */
  readonly posted: boolean;
  /** Identificador del documento (UUID). */
  readonly document_id: string;
  /** La referencia de idempotencia, enviada o generada. */
  readonly external_ref: string;
  /** Número de control, 31 caracteres. */
  readonly control_number: string;
  /** Código de generación. */
  readonly generation_code: string;
  /** Sello de recepción; vacío sin sello. */
  readonly reception_stamp: string;
  /** RECHAZADO, o vacío. */
  readonly dte_state: string;
  /** Texto de diagnóstico. */
  readonly dte_message: string;
  /** Motivos del rechazo, para mostrar al usuario. */
  readonly observaciones: readonly string[];
  /** Cada motivo del rechazo, en sus propios campos; vacío si no hay rechazo. */
  readonly explanation: readonly Explanation[];
  /** Código de mensaje de Hacienda, para bitácoras. */
  readonly codigo_msg: string;
  /** Tiquete térmico en PDF, solo de facturas (01); se abre sin clave. */
  readonly ticket_url: string | null;
  /** La referencia ya tenía un documento sellado: es el original. */
  readonly is_duplicate: boolean;
  /** Número de control del CCF ajustado. */
  readonly ccf_control_number: string;
  /** Suma de la nota, con IVA: lo que resta del CCF, salvo que sea rechazada o invalidada. */
  readonly ccf_adjusted_amount: number;
  /** Con esta nota no queda nada del CCF por ajustar. */
  readonly ccf_fully_adjusted: boolean;
  /** Solo con dte_success: el documento con firma y sello de recepción. */
  readonly dte?: unknown | undefined;
}

export interface IssuedDocument {
  /** La operación quedó registrada: sellada o en contingencia. */
  readonly success: boolean;
  /** Hacienda entregó el sello de recepción. */
  readonly dte_success: boolean;
  /** Hacienda todavía no ha respondido; se sigue intentando. */
  readonly contingency: boolean;
  /** Hacienda rechazó el documento; vea observaciones. */
  readonly rejected: boolean;
  /** El número de control está asignado y ya no cambia. */
  readonly posted: boolean;
  /** Identificador del documento (UUID). */
  readonly document_id: string;
  /** La referencia de idempotencia, enviada o generada. */
  readonly external_ref: string;
  /** Número de control, 31 caracteres. */
  readonly control_number: string;
  /** Código de generación. */
  readonly generation_code: string;
  /** Sello de recepción; vacío sin sello. */
  readonly reception_stamp: string;
  /** RECHAZADO, o vacío. */
  readonly dte_state: string;
  /** Texto de diagnóstico. */
  readonly dte_message: string;
  /** Motivos del rechazo, para mostrar al usuario. */
  readonly observaciones: readonly string[];
  /** Cada motivo del rechazo, en sus propios campos; vacío si no hay rechazo. */
  readonly explanation: readonly Explanation[];
  /** Código de mensaje de Hacienda, para bitácoras. */
  readonly codigo_msg: string;
  /** Tiquete térmico en PDF, solo de facturas (01); se abre sin clave. */
  readonly ticket_url: string | null;
  /** PDF tamaño carta; se abre sin clave. */
  readonly invoice_url: string;
  /** Documento firmado; se abre sin clave. */
  readonly json_url: string;
  /** La referencia ya tenía un documento sellado: es el original. */
  readonly is_duplicate: boolean;
}

export interface LifeEvent {
  /** Código estable de lo que ocurrió. */
  readonly event: LifeEventEvent;
  /** Cuándo, ISO 8601 con -06:00 y milisegundos. */
  readonly at: string;
  /** Lo mismo, en español. */
  readonly message: string;
  /** Lo que acompaña a lo ocurrido: número, sello, dirección, respuesta de Hacienda. */
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface ListedDocument {
  /** La operación quedó registrada: sellada o en contingencia. */
  readonly success?: boolean | undefined;
  /** Hacienda entregó el sello de recepción. */
  readonly dte_success?: boolean | undefined;
  /** Hacienda todavía no ha respondido; se sigue intentando. */
  readonly contingency?: boolean | undefined;
  /** Hacienda rechazó el documento; vea observaciones. */
  readonly rejected?: boolean | undefined;
  /** El número de control está asignado y ya no cambia. */
  readonly posted?: boolean | undefined;
  /** Identificador del documento (UUID). */
  readonly document_id?: string | undefined;
  /** La referencia de idempotencia, enviada o generada. */
  readonly external_ref?: string | undefined;
  /** Número de control, 31 caracteres. */
  readonly control_number?: string | undefined;
  /** Código de generación. */
  readonly generation_code?: string | undefined;
  /** Sello de recepción; vacío sin sello. */
  readonly reception_stamp?: string | undefined;
  /** RECHAZADO, o vacío. */
  readonly dte_state?: string | undefined;
  /** Texto de diagnóstico. */
  readonly dte_message?: string | undefined;
  /** Motivos del rechazo, para mostrar al usuario. */
  readonly observaciones?: readonly string[] | undefined;
  /** Cada motivo del rechazo, en sus propios campos; vacío si no hay rechazo. */
  readonly explanation?: readonly Explanation[] | undefined;
  /** Código de mensaje de Hacienda, para bitácoras. */
  readonly codigo_msg?: string | undefined;
  /** Tiquete térmico en PDF, solo de facturas (01); se abre sin clave. */
  readonly ticket_url?: string | null | undefined;
  /** PDF tamaño carta; se abre sin clave. */
  readonly invoice_url?: string | undefined;
  /** Documento firmado; se abre sin clave. */
  readonly json_url?: string | undefined;
  /** Siempre falso: una consulta no emite nada. */
  readonly is_duplicate?: boolean | undefined;
  /** Tipo de documento. */
  readonly doc_type?: string | undefined;
  /** Fecha y hora de emisión, ISO 8601 con -06:00. */
  readonly posted_date?: string | undefined;
  /** Nombre del cliente o sujeto; Consumidor Final si no hay. */
  readonly customer_name?: string | undefined;
  /** Base gravada sin IVA; en 11 y 14, el total. */
  readonly amount_taxable?: number | undefined;
  /** IVA. */
  readonly amount_vat?: number | undefined;
  /** Total antes de retenciones. */
  readonly amount_gross?: number | undefined;
  /** Retención de IVA de 1 % o de renta de 10 %. */
  readonly amount_retention?: number | undefined;
  /** Total a pagar. */
  readonly amount_total?: number | undefined;
  /** Igual que amount_total; en desuso. */
  readonly amount?: number | undefined;
  /** Igual que amount_retention; en desuso. */
  readonly amount_ret?: number | undefined;
  /** El documento fue invalidado. También lo dice un CCF que una nota con full_adjustment ajustó por completo, aunque para Hacienda siga vigente. */
  readonly invalidated?: boolean | undefined;
  /** none: no se ha pedido; waiting: pedida, sin respuesta de Hacienda; stamped: sellada; rejected: rechazada, el documento sigue vigente. De un CCF que una nota de crédito anuló por completo dice cómo está esa nota. */
  readonly invalidation_state?: 'none' | 'waiting' | 'stamped' | 'rejected' | undefined;
  /** Nota de crédito que lo anuló, si la hay. */
  readonly credit_memo_id?: string | null | undefined;
  /** Solo de un CCF: lo que le restan sus notas de crédito vigentes, con IVA. */
  readonly ccf_adjusted_amount?: number | undefined;
  /** Solo de un CCF: lo que queda por ajustar, con IVA. */
  readonly ccf_remaining_amount?: number | undefined;
  /** Solo de un CCF: no queda nada por ajustar. */
  readonly ccf_fully_adjusted?: boolean | undefined;
  /** Entrega por correo del PDF y del JSON. */
  readonly delivery?: Delivery | undefined;
}

export interface MailAsked {
  /** Identificador o external_ref con que se pidió. */
  readonly document_id: string;
  /** Entrega por correo del PDF y del JSON. */
  readonly delivery: Delivery;
}

export interface Month {
  /** El período, como 2026-11. */
  readonly month: string;
  /** open: abierto; closed: cerrado; changed: cerrado, y algo cambió después. */
  readonly state: 'open' | 'closed' | 'changed';
  /** Última versión cerrada; 0 si está abierto. */
  readonly version: number;
  /** Documentos que se sellaron o se invalidaron después de cerrarlo. */
  readonly touched: number;
}

export interface MonthRecord {
  /** El período, como 2026-11. */
  readonly month: string;
  /** La última versión primero; ninguna si está abierto. */
  readonly closings: readonly Closing[];
  /** Cambios de los códigos de renta, el último primero. */
  readonly class_changes: readonly ClassChange[];
}

export interface Months {
  /** El actual primero, hasta 24. */
  readonly months: readonly Month[];
}

export interface Municipality {
  readonly code: string;
  readonly short_code: string;
  readonly name: string;
}

export interface Preview {
  /** Tipo de documento. */
  readonly doc_type: string;
  /** La normativa en que se emitiría. */
  readonly schema_generation: 'v1' | 'v2';
  /** Establecimiento desde el que se emitiría. */
  readonly establishment: string;
  /** Punto de venta desde el que se emitiría. */
  readonly point_of_sale: string;
  /** Nombre del cliente o sujeto; Consumidor Final si no hay. */
  readonly customer_name: string;
  /** Base gravada sin IVA; en 11 y 14, el total. */
  readonly amount_taxable: number;
  /** IVA. */
  readonly amount_vat: number;
  /** Total antes de retenciones. */
  readonly amount_gross: number;
  /** Retención de IVA de 1 % o de renta de 10 %. */
  readonly amount_retention: number;
  /** Total a pagar. */
  readonly amount_total: number;
  /** Identificador del CCF ajustado (UUID). */
  readonly ccf_document_id?: string | undefined;
  /** Número de control del CCF ajustado. */
  readonly ccf_control_number?: string | undefined;
  /** Suma de la nota, con IVA: lo que resta del CCF, salvo que sea rechazada o invalidada. */
  readonly ccf_adjusted_amount?: number | undefined;
  /** Solo de una nota: lo que dejaría por ajustar del CCF, con IVA. */
  readonly ccf_remaining_amount?: number | undefined;
  /** Con esta nota no queda nada del CCF por ajustar. */
  readonly ccf_fully_adjusted?: boolean | undefined;
  /** Lo que no es un error y conviene saber antes de emitir; vacía si no hay nada. */
  readonly warnings: readonly PreviewWarning[];
  /** El documento oficial, con numeroControl y codigoGeneracion vacíos y la fecha de ahora; no está firmado. */
  readonly dte: unknown;
}

export interface PreviewWarning {
  /** Código estable del aviso; vea refusals.md. */
  readonly code: PreviewWarningCode;
  /** El campo, como lo nombra quien llama; vacío si es de todo el documento. */
  readonly field: string;
  /** Qué conviene saber, en español. */
  readonly message: string;
}

export interface Reconciliation {
  /** El período, como 2026-11. */
  readonly month: string;
  /** La última que terminó y la que está sin terminar, las que haya. */
  readonly runs: readonly ReconciliationRun[];
  /** Documentos del mes que se emitieron, se sellaron o se invalidaron desde la última que terminó, y los de meses anteriores que se invalidaron en este desde entonces; si los hay, conviene conciliar otra vez. 0 si ninguna terminó. */
  readonly changed_since: number;
  /** Lo que encontró la primera de ellas, hasta 500. */
  readonly findings: readonly ReconciliationFinding[];
  /** Lo que se envía como after para los siguientes; null si no hay más. */
  readonly next: string | null;
}

export interface ReconciliationFinding {
  /** only_here: solo aquí; only_there: solo en Hacienda; different: distinto; unanswered: sin respuesta que diga algo. */
  readonly list: 'only_here' | 'only_there' | 'different' | 'unanswered';
  /** absent_there: Hacienda dice que no lo conoce; stamped_there: sellado allá y no aquí; known_there: invalidado allá y sin sello aquí; earlier_code_there: sellado allá también con un código anterior; number_taken: su número lo tiene otro sistema; other_seal: otro sello; invalidated_there: invalidado allá y vigente aquí; unanswered: sin respuesta. */
  readonly reason: ReconciliationFindingReason;
  /** Identificador del documento. */
  readonly document_id: string;
  /** Tipo de documento. */
  readonly doc_type: string;
  /** Su número de control, o el que dejó por ser de otro sistema. */
  readonly control_number: string;
  /** El código por el que se preguntó; null si se trata de un número. */
  readonly generation_code: string | null;
  /** Fecha de emisión, AAAA-MM-DD. */
  readonly issued_on: string;
  /** El sello que Sello tiene. */
  readonly stamp_here: string | null;
  /** El sello que Hacienda dice; null si no dice ninguno. */
  readonly stamp_there: string | null;
}

export interface ReconciliationRun {
  /** Cuándo se empezó, ISO 8601 con -06:00. */
  readonly begun_at: string;
  /** Quién la empezó. */
  readonly begun_by: string;
  /** Cuándo se preguntó por el último documento. */
  readonly asked_at: string;
  /** Cuándo terminó; null si está sin terminar. */
  readonly ended_at: string | null;
  /** Por qué se interrumpió, si se sabe. */
  readonly stopped: string | null;
  /** Documentos por los que se ha preguntado. */
  readonly documents: number;
  /** Documentos del mes. */
  readonly total: number;
  /** Cuántos están solo aquí. */
  readonly only_here: number;
  /** Cuántos están solo en Hacienda. */
  readonly only_there: number;
  /** Cuántos son distintos. */
  readonly different: number;
  /** Cuántos quedaron sin respuesta. */
  readonly unanswered: number;
}

export interface Rehearsal {
  /** Identificador del ensayo (UUID). */
  readonly rehearsal_id: string;
  /** running: en curso; done: terminado; failed: abandonado, pida otro. */
  readonly state: 'running' | 'done' | 'failed';
  /** El esquema en que se ensaya. */
  readonly generation: 'v1' | 'v2';
  /** Primer día de los documentos ensayados; null si son todos. */
  readonly since: string | null;
  /** Parte ya revisada, de 0 a 1. */
  readonly progress: number;
  /** Cuándo se pidió, ISO 8601 con -06:00. */
  readonly requested_at: string;
  /** Cuándo terminó; null mientras está en curso. */
  readonly finished_at: string | null;
  /** Los ya ensayados. */
  readonly documents: RehearsalOutcomes;
  /** Los mismos por tipo; solo los tipos que los hay. */
  readonly by_type: readonly RehearsalTypeOutcomes[];
  /** Lo que impide va primero, y después lo más frecuente. */
  readonly causes: readonly RehearsalCause[];
  /** Clientes y productos por completar, los más frecuentes primero, hasta 1000. */
  readonly incomplete: readonly RehearsalGap[];
  /** Los eventos de contingencia e invalidación: tienen su propio esquema, que no cambia con el de los documentos. */
  readonly events: RehearsalEvents;
}

export interface RehearsalCause {
  /** impossible: el documento no saldría; repaired: sale con un valor que pone Sello; remark: sale igual que antes, con un código que dice poco. */
  readonly kind: 'impossible' | 'repaired' | 'remark';
  /** Código estable de la causa. */
  readonly code: string;
  /** El campo, como se envía; vacío si no es de uno. */
  readonly field: string;
  /** La causa, en español. */
  readonly message: string;
  /** Documentos con esta causa. */
  readonly documents: number;
  /** Sus tipos. */
  readonly doc_types: readonly string[];
  /** Números de control de algunos, hasta 5. */
  readonly examples: readonly string[];
}

export interface RehearsalEvents {
  /** El esquema en que se escriben hoy. */
  readonly generation: 'v1' | 'v2';
  /** Versión del evento de contingencia: 3 o 4. */
  readonly contingency_version: number;
  /** Versión del evento de invalidación: 2 o 3. */
  readonly invalidation_version: number;
  /** El esquema al que pasan con fecha; null si no hay fecha. */
  readonly next_generation: string | null;
  /** Cuándo pasan, ISO 8601 con -06:00. */
  readonly changes_at: string | null;
  /** Qué les pasa con el cambio, en español. */
  readonly message: string;
}

export interface RehearsalGap {
  /** identity: un cliente, por su número de documento; code y description: un producto. */
  readonly known_by: 'identity' | 'code' | 'description';
  /** El número, el código o la descripción. */
  readonly name: string;
  /** El nombre del cliente o la descripción del producto. */
  readonly title: string;
  /** Lo que falta. */
  readonly missing: readonly ('district' | 'document_type' | 'activity_code' | 'unit')[];
  /** Documentos que lo nombran. */
  readonly documents: number;
}

export interface RehearsalOutcomes {
  /** Salen sin que falte nada. */
  readonly fit: number;
  /** Salen con un valor que pone Sello; causes dice cuál. */
  readonly repaired: number;
  /** No saldrían; causes dice por qué. */
  readonly impossible: number;
}

export interface RehearsalTypeOutcomes {
  /** Tipo de documento. */
  readonly doc_type: string;
  /** Salen sin que falte nada. */
  readonly fit: number;
  /** Salen con un valor que pone Sello; causes dice cuál. */
  readonly repaired: number;
  /** No saldrían; causes dice por qué. */
  readonly impossible: number;
}

export interface RowChange {
  /** La fila cerrada; null si es nueva. */
  readonly before: readonly string[] | null;
  /** La de ahora; null si ya no está. */
  readonly after: readonly string[] | null;
}

export interface SelectionTotal {
  /** Tipo de documento. */
  readonly doc_type: string;
  /** stamped, contingency o rejected. */
  readonly state: string;
  /** Cuántos documentos son. */
  readonly documents: number;
  /** Suma de amount_taxable. */
  readonly amount_taxable: number;
  /** Suma de amount_vat. */
  readonly amount_vat: number;
  /** Suma de amount_gross. */
  readonly amount_gross: number;
  /** Suma de amount_retention. */
  readonly amount_retention: number;
  /** Suma de amount_total. */
  readonly amount_total: number;
}
