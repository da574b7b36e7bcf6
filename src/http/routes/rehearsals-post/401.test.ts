import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'POST', path: '/rehearsals', body: () => ({}) } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
