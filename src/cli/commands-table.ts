import type { Command } from './command.ts';
import { audit } from './commands/audit.ts';
import { backup } from './commands/backup.ts';
import { certificateImport } from './commands/certificate-import.ts';
import { certificateMakeTest } from './commands/certificate-make-test.ts';
import { companyApply } from './commands/company-apply.ts';
import { companyList } from './commands/company-list.ts';
import { companyShow } from './commands/company-show.ts';
import { credentialsSet } from './commands/credentials-set.ts';
import { customersComplete } from './commands/customers-complete.ts';
import { distribute } from './commands/distribute.ts';
import { doctor } from './commands/doctor.ts';
import { documentEvents } from './commands/document-events.ts';
import { documentExport } from './commands/document-export.ts';
import { documentList } from './commands/document-list.ts';
import { documentShow } from './commands/document-show.ts';
import { f07Book } from './commands/f07-book.ts';
import { f07Check } from './commands/f07-check.ts';
import { f07Classify } from './commands/f07-classify.ts';
import { f07Close } from './commands/f07-close.ts';
import { f07Export } from './commands/f07-export.ts';
import { f07Difference, f07Months } from './commands/f07-months.ts';
import { keyBind } from './commands/key-bind.ts';
import { keyCreate } from './commands/key-create.ts';
import { keyLimits } from './commands/key-limits.ts';
import { keyList } from './commands/key-list.ts';
import { keyRevoke } from './commands/key-revoke.ts';
import { keyRotate } from './commands/key-rotate.ts';
import { linksRevoke } from './commands/links-revoke.ts';
import { masterKeyCreate } from './commands/master-key-create.ts';
import { masterKeyRotate } from './commands/master-key-rotate.ts';
import { migrate } from './commands/migrate.ts';
import { numbers } from './commands/numbers.ts';
import { pepperRetire } from './commands/pepper-retire.ts';
import { pepperRotate } from './commands/pepper-rotate.ts';
import { reconcile } from './commands/reconcile.ts';
import { rehearse } from './commands/rehearse.ts';
import { restore } from './commands/restore.ts';
import { serve } from './commands/serve.ts';
import { simulator } from './commands/simulator.ts';
import { smtpPasswordSet } from './commands/smtp-password-set.ts';
import { start } from './commands/start.ts';
import { userCreate } from './commands/user-create.ts';
import { userDisable, userEnable } from './commands/user-disable.ts';
import { userInvite } from './commands/user-invite.ts';
import { userList } from './commands/user-list.ts';
import { userReset } from './commands/user-reset.ts';
import { userSessions } from './commands/user-sessions.ts';
import { verify } from './commands/verify.ts';
import { work } from './commands/work.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  start,
  serve,
  work,
  simulator,
  companyApply,
  companyList,
  companyShow,
  certificateImport,
  certificateMakeTest,
  credentialsSet,
  smtpPasswordSet,
  keyCreate,
  keyList,
  keyLimits,
  keyRotate,
  keyRevoke,
  keyBind,
  pepperRotate,
  pepperRetire,
  linksRevoke,
  userCreate,
  userInvite,
  userList,
  userDisable,
  userEnable,
  userReset,
  userSessions,
  documentList,
  documentShow,
  documentEvents,
  documentExport,
  f07Export,
  f07Check,
  f07Classify,
  f07Close,
  f07Months,
  f07Difference,
  f07Book,
  doctor,
  audit,
  numbers,
  rehearse,
  customersComplete,
  backup,
  restore,
  reconcile,
  verify,
  migrate,
  distribute,
  masterKeyCreate,
  masterKeyRotate,
];
