import type { DeedKind } from '../../../operations/users/ports.ts';
import { exportWords } from '../../selection-words.ts';

/** What was done, as people say it. */
export const DEED_WORDS: Readonly<Record<DeedKind, string>> = {
  signed_in: 'Entró',
  sign_in_refused: 'Intentó entrar',
  signed_out: 'Salió',
  signed_out_everywhere: 'Cerró sesiones',
  password_changed: 'Cambió su contraseña',
  password_reset_asked: 'Pidió otra contraseña',
  password_reset: 'Eligió otra contraseña',
  passkey_added: 'Agregó una llave de acceso',
  passkey_removed: 'Quitó una llave de acceso',
  provider_linked: 'Enlazó una cuenta para entrar',
  provider_unlinked: 'Quitó el enlace de una cuenta',
  user_invited: 'Invitó a un usuario',
  invitation_accepted: 'Aceptó la invitación',
  invitation_withdrawn: 'Retiró una invitación',
  user_disabled: 'Quitó el acceso',
  user_enabled: 'Devolvió el acceso',
  role_changed: 'Cambió una función',
  issued: 'Emitió un documento',
  corrected: 'Corrigió un documento',
  invalidated: 'Anuló un documento',
  note_issued: 'Emitió una nota de crédito',
  mailed_again: 'Envió un documento por correo',
  exported: 'Exportó',
  month_closed: 'Cerró un mes',
  classes_changed: 'Cambió códigos de renta',
  key_created: 'Creó una clave',
  key_revoked: 'Revocó una clave',
  key_limits_changed: 'Cambió los límites de una clave',
  company_opened: 'Abrió la empresa',
  company_changed: 'Cambió los datos de la empresa',
  certificate_imported: 'Subió un certificado',
  credentials_set: 'Cambió las credenciales de Hacienda',
  mail_account_set: 'Cambió el servidor de correo',
  links_revoked: 'Revocó los enlaces',
  rehearsal_asked: 'Pidió un ensayo',
  certification_started: 'Empezó o siguió la certificación',
};

/** What it was done to, as people say it; of an exported list the record keeps the address. */
export function subjectWords(deed: DeedKind, subject: string): string {
  return deed === 'exported' ? exportWords(subject) : subject;
}
