import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { describeFailures } from '../../../../test/support/route-suites.ts';

describeFailures({ method: 'POST', path: '/preview', body: () => invoiceBody() });
