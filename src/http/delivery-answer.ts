import { toLocalIso } from '../core/calendar/el-salvador-time.ts';
import type { DeliveryReport } from '../operations/deliveries/ports.ts';
import { type Static, Type, titled } from '../schema/schema.ts';
import { textOrNull } from './described.ts';

const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description });

const STATES = ['none', 'not_configured', 'queued', 'sent', 'partial', 'failed'] as const;

const RecipientSchema = titled('DeliveryRecipient', {
  address: Type.String({ description: 'Correo del destinatario.' }),
  kind: oneOf(
    ['contingency', 'stamped'],
    'contingency: el documento sin sello todavía; stamped: el documento sellado.',
  ),
  state: oneOf(['queued', 'sent', 'failed'], 'En espera, aceptado por el servidor de correo o abandonado.'),
  sent_at: textOrNull('Cuándo lo aceptó el servidor de correo, ISO 8601 con -06:00.'),
  last_error: textOrNull('Por qué no se ha enviado.'),
});

/** What a status says of the delivery by e-mail. */
export const DeliverySchema = titled(
  'Delivery',
  {
    state: oneOf(
      STATES,
      'none: no hay a quién enviar; not_configured: no hay servidor de correo; queued: algún mensaje espera; sent: todos enviados; failed: ninguno pudo enviarse; partial: unos sí y otros no.',
    ),
    recipients: Type.Array(RecipientSchema, { description: 'Un elemento por mensaje y destinatario.' }),
    redirect_whatsapp: textOrNull('El número recibido; se conserva y no se le envía nada.'),
  },
  { description: 'Entrega por correo del PDF y del JSON.' },
);

export function deliveryAnswer(report: DeliveryReport): Static<typeof DeliverySchema> {
  return {
    state: stateOf(report),
    recipients: report.messages.map(({ address, kind, state, sentMs, lastError }) => ({
      address,
      kind,
      state,
      sent_at: sentMs === null ? null : toLocalIso(sentMs),
      last_error: lastError,
    })),
    redirect_whatsapp: report.redirectWhatsapp,
  };
}

/** What waits comes before what has ended: the whole is settled only when every message is. */
function stateOf({ isConfigured, messages }: DeliveryReport): (typeof STATES)[number] {
  if (messages.length === 0) return isConfigured ? 'none' : 'not_configured';
  const states = new Set(messages.map(({ state }) => state));
  if (states.has('queued')) return isConfigured ? 'queued' : 'not_configured';
  if (states.size > 1) return 'partial';
  return states.has('sent') ? 'sent' : 'failed';
}
