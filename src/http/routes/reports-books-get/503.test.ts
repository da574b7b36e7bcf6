import { describeBusy } from '../../../../test/support/route-suites.ts';

describeBusy({ method: 'GET', path: '/reports/books/2026-11/contribuyentes' });
