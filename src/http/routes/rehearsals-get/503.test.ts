import { describeBusy } from '../../../../test/support/route-suites.ts';

describeBusy({ method: 'GET', path: '/rehearsals/no-existe' });
