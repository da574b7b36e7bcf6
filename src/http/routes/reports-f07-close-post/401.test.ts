import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'POST', path: '/reports/f07/2026-01/close', body: () => ({}) } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
