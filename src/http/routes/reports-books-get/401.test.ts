import { describeHeaders, describeStrangers } from '../../../../test/support/route-suites.ts';

const ROUTE = { method: 'GET', path: '/reports/books/2026-11/contribuyentes' } as const;

describeStrangers(ROUTE);
describeHeaders(ROUTE);
