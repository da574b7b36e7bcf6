import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'GET', path: '/reports/f07/2026-01/reconciliation' } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
