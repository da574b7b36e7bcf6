import { describeBusy } from '../../../../test/support/route-suites.ts';

describeBusy({ method: 'POST', path: '/rehearsals', body: () => ({}) });
