import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'POST', path: '/invalidate/suex/no-existe' } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
