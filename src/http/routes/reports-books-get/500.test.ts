import { describeFailures } from '../../../../test/support/route-suites.ts';

describeFailures({ method: 'GET', path: '/reports/books/2026-11/contribuyentes' });
