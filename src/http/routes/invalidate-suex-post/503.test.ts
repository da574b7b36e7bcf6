import { describeBusy } from '../../../../test/support/route-suites.ts';

describeBusy({ method: 'POST', path: '/invalidate/suex/no-existe' });
