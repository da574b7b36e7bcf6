import { describeLimits } from '../../../../test/support/route-suites.ts';

describeLimits({ method: 'GET', path: '/reports/books/2026-11/contribuyentes' });
