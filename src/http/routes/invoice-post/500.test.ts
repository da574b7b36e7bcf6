import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { describeFailures } from '../../../../test/support/route-suites.ts';
import { describeSigningFailures } from '../../../../test/support/signing-failures.ts';

const body = () => invoiceBody();

describeFailures({ method: 'POST', path: '/invoice', body });
describeSigningFailures({ path: '/invoice', body });
