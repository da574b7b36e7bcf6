import { fiscalTime } from '../../src/core/calendar/el-salvador-time.ts';

/** An instant as the authority prints it in `fhProcesamiento`: `dd/MM/yyyy HH:mm:ss`. */
export function processingTime(instantMs: number): string {
  const { fecEmi, horEmi } = fiscalTime(instantMs);
  const [year, month, day] = fecEmi.split('-');
  return `${day}/${month}/${year} ${horEmi}`;
}
