import { describeMisspelt } from '../../../../test/support/route-suites.ts';

describeMisspelt('/suex/status/x');
