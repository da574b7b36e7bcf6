import type { Command } from './command.ts';
import { audit } from './commands/audit.ts';
import { backup, restore, verify } from './commands/backup.ts';
import { certify } from './commands/certify.ts';
import { companyApply, companyList, companyShow, linksRevoke } from './commands/company.ts';
import { distribute, migrate } from './commands/database.ts';
import { doctor } from './commands/doctor.ts';
import { documentEvents, documentExport, documentList, documentShow } from './commands/document.ts';
import { f07Book, f07Check, f07Classify, f07Export } from './commands/f07.ts';
import { f07Close, f07Difference, f07Months } from './commands/f07-months.ts';
import {
  keyBind,
  keyCreate,
  keyLimits,
  keyList,
  keyRevoke,
  keyRotate,
  pepperRetire,
  pepperRotate,
} from './commands/key.ts';
import { numbers } from './commands/numbers.ts';
import { reconcile } from './commands/reconcile.ts';
import { customersComplete, rehearse } from './commands/rehearse.ts';
import {
  certificateImport,
  certificateMakeTest,
  credentialsSet,
  masterKeyCreate,
  masterKeyRotate,
  smtpPasswordSet,
} from './commands/secret.ts';
import { serve, work } from './commands/serve.ts';
import { simulator } from './commands/simulator.ts';
import { start } from './commands/start.ts';
import {
  userCreate,
  userDisable,
  userEnable,
  userInvite,
  userList,
  userReset,
  userSessions,
} from './commands/user.ts';
import { verdictKeep } from './commands/verdict.ts';

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
  certify,
  backup,
  restore,
  reconcile,
  verify,
  verdictKeep,
  migrate,
  distribute,
  masterKeyCreate,
  masterKeyRotate,
];
