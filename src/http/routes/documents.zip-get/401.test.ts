import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'GET', path: '/documents.zip' } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
