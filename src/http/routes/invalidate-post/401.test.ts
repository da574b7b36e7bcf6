import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'POST', path: '/invalidate/no-existe' } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
