import { noteBody } from '../../../../test/support/request-bodies.ts';
import { describeLimits } from '../../../../test/support/route-suites.ts';

describeLimits({ method: 'POST', path: '/credit-memo', body: () => noteBody('no-existe') });
