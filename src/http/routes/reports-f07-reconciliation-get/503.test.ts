import { describeBusy } from '../../../../test/support/route-suites.ts';

describeBusy({ method: 'GET', path: '/reports/f07/2026-01/reconciliation' });
