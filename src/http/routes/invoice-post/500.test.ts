import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { describeSigningFailures } from '../../../../test/support/signing-failures.ts';

describeSigningFailures({ path: '/invoice', body: () => invoiceBody() });
