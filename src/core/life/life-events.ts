/** What can happen to a document, each with the sentence that tells it to its company. */
export const LIFE_EVENTS = {
  numbered: 'Recibió su número de control.',
  renumbered:
    'Recibió otro número de control, porque Hacienda tiene el anterior en un documento de otro sistema.',
  renumbered_back: 'Volvió a su número de control anterior, con el que Hacienda lo selló.',
  signed: 'Se firmó.',
  sent: 'Se envió a Hacienda.',
  sent_again: 'Se envió de nuevo lo mismo a Hacienda.',
  not_delivered: 'El envío no llegó a Hacienda.',
  no_answer: 'No hubo respuesta de Hacienda que valiera; el documento quedó en contingencia.',
  asked: 'Se consultó a Hacienda.',
  number_in_doubt: 'Hacienda dice que ya tiene el número; se esperará para consultar de quién es.',
  rejected: 'Hacienda lo rechazó.',
  sealed: 'Hacienda lo selló.',
  contingency_reported: 'Se informó a Hacienda de la contingencia.',
  put_aside: 'Se apartó: varios procesos terminaron mientras lo trabajaban.',
  mail_queued: 'Se puso en espera un correo.',
  mailed: 'El servidor de correo aceptó el correo.',
  mail_asked: 'Se pidió enviar de nuevo el correo.',
  adjusted: 'Una nota de crédito lo ajustó.',
  invalidation_requested: 'Se pidió invalidarlo.',
  invalidation_rejected: 'Hacienda rechazó la invalidación.',
  invalidation_no_answer: 'Hacienda no respondió a la invalidación.',
  invalidation_put_aside: 'Se apartó la invalidación: varios procesos terminaron mientras la trabajaban.',
  invalidated: 'Hacienda selló la invalidación.',
} as const satisfies Record<string, string>;

export type LifeEventKind = keyof typeof LIFE_EVENTS;

export function isLifeEventKind(kind: string): kind is LifeEventKind {
  return Object.hasOwn(LIFE_EVENTS, kind);
}
