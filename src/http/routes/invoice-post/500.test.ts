import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { describeSigningFailures } from '../../../../test/support/signing-failures.ts';

const body = () => invoiceBody();

describeSigningFailures({ path: '/invoice', body });
