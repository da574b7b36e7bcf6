import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'POST', path: '/preview', body: () => invoiceBody() } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
