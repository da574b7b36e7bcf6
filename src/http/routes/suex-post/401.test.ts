import { suexBody } from '../../../../test/support/request-bodies.ts';
import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'POST', path: '/suex', body: () => suexBody() } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
