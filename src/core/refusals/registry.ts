import { withStatus } from './text.ts';

/**
 * Every way in which Sello refuses a request: the machine-readable code, the HTTP status and the sentence. A text
 * may have `{name}` places that the refusing code fills. Statuses: specification part 7.
 */
export const REFUSALS = {
  ...withStatus(400, {
    invalid_request: '{problems}',
    malformed_json: 'El cuerpo no es JSON válido: {reason}',
    month_not_over: 'El mes todavía no termina; se cierra desde el primer día del siguiente.',
    month_closed:
      'El mes está cerrado: lo que se declaró no cambia. Si algo cambió después, ciérrelo otra vez con «amend»: true.',
    month_changing: 'Otra persona está cambiando los códigos del mes; repita la solicitud.',
    invalid_encoding: 'El cuerpo no es texto UTF-8 válido.',
    unsupported_content_type: 'El tipo de contenido debe ser application/json, sin compresión.',
    malformed_request: 'La solicitud HTTP no es válida.',
    body_too_large: 'El cuerpo supera el máximo de 5 MB.',
    body_too_deep: 'El cuerpo tiene más de 32 niveles de anidamiento.',
    doc_type_changed:
      'external_ref: la referencia ya pertenece a un documento de tipo {issued}; no puede reutilizarse con tipo {requested}.',
    not_a_ccf: 'Solo se pueden emitir Notas de Credito sobre CCF (tipo 03)',
    ccf_not_stamped:
      'El CCF no tiene sello de recepción; solo un CCF sellado puede ajustarse con una nota de crédito.',
    ccf_invalidated: 'Este CCF ya fue invalidado',
    ccf_fully_adjusted: 'Este CCF ya fue completamente ajustado',
    ccf_too_old: 'Este CCF tiene mas de {days} dias y no puede ser ajustado',
    ccf_exceeded: 'La nota suma {amount} y del CCF solo quedan {remaining} por ajustar.',
    ccf_net_exceeded:
      'Las líneas de la nota suman {amount} sin IVA y del CCF solo quedan {remaining} sin IVA por ajustar.',
    ccf_class_exceeded:
      'La nota toma {amount} de lo {class} y del CCF quedan por ajustar ({basis}) {taxed} gravado, {exempt} exento y {nonSubject} no sujeto.',
    ccf_units_exceeded:
      'De la línea {line} del CCF se vendieron {sold} y quedan {remaining} por devolver; la nota devuelve {units}.',
    not_stamped: 'El documento no tiene sello de recepción; solo un documento sellado puede invalidarse.',
    other_doc_type: 'El documento es de tipo {type}; esta ruta es para el tipo {expected}.',
    has_live_notes: 'El CCF tiene notas de crédito vigentes; invalídelas primero: {notes}.',
    has_live_notes_late:
      'El plazo para invalidar el CCF terminó el {ended}, y sus notas de crédito ({notes}) dejan {remaining} por ajustar: invalide antes esas notas, si aún están en plazo, o anule el resto con otra, con lines, hasta el {noteEnded}.',
    ccf_adjusted_by_notes:
      'El plazo para invalidar el CCF terminó el {ended}, y sus notas de crédito ({notes}) ya lo ajustan por completo: no queda nada por anular.',
    invalidation_window_over: 'El plazo para invalidar el documento terminó el {ended}.',
    cancellation_windows_over:
      'El plazo para invalidar el CCF terminó el {direct}, y el de anularlo con una nota de crédito, el {note}.',
    nothing_to_mail:
      'No hay nada que enviar por correo: el documento fue rechazado, o todavía no tiene respuesta de Hacienda.',
    mail_not_configured: 'No hay servidor de correo, ni de la empresa ni de la instalación.',
    rehearsal_running: 'Ya hay un ensayo en curso; espere a que termine para pedir otro.',
  }),
  ...withStatus(401, {
    unauthorized: 'La clave de API no es válida{reason}.',
  }),
  ...withStatus(404, {
    document_not_found: 'Documento no encontrado',
    never_invalidated: 'No se ha pedido invalidar este documento',
    rehearsal_not_found: 'Ensayo no encontrado',
    annex_not_found: 'Anexo no encontrado: los hay 1, 2, 5, 9, anulados y f14',
    closing_not_found: 'El mes no está cerrado, o no tiene esa versión o ese archivo',
    book_not_found: 'Libro no encontrado: los hay contribuyentes y consumidores',
    path_not_found: 'La ruta no existe.',
  }),
  ...withStatus(429, {
    rate_limited_minute: 'Se superó el límite de solicitudes por minuto: {limit}.',
    rate_limited_hour: 'Se superó el límite de solicitudes por hora: {limit}.',
    link_rate_limited:
      'Este enlace se ha abierto demasiadas veces en poco tiempo; intente de nuevo en {seconds} s.',
    mailed_too_often:
      'Ya se pidió enviar este documento hace poco, o demasiadas veces hoy; intente de nuevo en {seconds} s.',
  }),
  ...withStatus(500, {
    signing_failed: 'No se pudo firmar el documento; vuelva a enviar la misma referencia. {reason}',
    archive_damaged:
      'El archivo guardado de este documento está dañado y no se entrega; avise a quien opera Sello.',
  }),
  ...withStatus(503, {
    busy: 'Hay demasiadas solicitudes en curso; repita la solicitud con la misma referencia después de los segundos de Retry-After.',
    paper_busy: 'Demasiados archivos de su empresa esperan turno; vuelva a abrirlo en unos segundos.',
    unavailable:
      'Por el momento no se puede guardar nada; repita la solicitud con la misma referencia después de los segundos de Retry-After.',
  }),
  ...withStatus(500, {
    must_reconcile:
      'La base de datos no recuerda todo lo emitido y no da números nuevos hasta que el operador ejecute «sello reconcile»; repita después la solicitud con la misma referencia.',
    clocks_apart:
      'Los relojes de este servidor y de la base de datos difieren en más de 5 segundos y no se dan números nuevos hasta que el operador los ponga en hora; repita después la solicitud con la misma referencia.',
    internal_error: 'Error interno; puede reintentar con la misma referencia.',
  }),
};

export type RefusalCode = keyof typeof REFUSALS;
