import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'GET', path: '/catalogs/countries' } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
