import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { describeLimits } from '../../../../test/support/route-suites.ts';

describeLimits({ method: 'POST', path: '/preview', body: () => invoiceBody() });
