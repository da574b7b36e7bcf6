import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'GET', path: '/rehearsals/no-existe' } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
