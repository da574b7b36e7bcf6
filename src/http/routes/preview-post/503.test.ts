import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { describeBusy } from '../../../../test/support/route-suites.ts';

describeBusy({ method: 'POST', path: '/preview', body: () => invoiceBody() });
