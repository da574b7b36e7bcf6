import { noteBody } from '../../../../test/support/request-bodies.ts';
import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'POST', path: '/credit-memo', body: () => noteBody('no-existe') } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
