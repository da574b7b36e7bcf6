/** What a person is told who opens the simulator's address, in Spanish, with commands for this very address. */
export function helpText(host: string): string {
  return `Hacienda simulada, para ensayos: sus sellos no tienen validez fiscal.

Aquí envía Sello sus documentos, y usted puede mandarle que se porte mal y ver qué pasó.

  SIM=http://${host}

Ver qué llegó (también en el navegador)
  $SIM/_sim/health                   cuántos documentos se sellaron y se rechazaron
  $SIM/_sim/ledger?limit=10          los últimos documentos, con su sello o su rechazo
  $SIM/_sim/ledger/CODIGO            todo lo de un código de generación
  $SIM/_sim/events                   eventos de contingencia; uno: $SIM/_sim/events/CODIGO
  $SIM/_sim/invalidations            anulaciones
  $SIM/_sim/lotes                    lotes
  $SIM/_sim/calls                    las últimas 1,000 llamadas; con DELETE se borran
  $SIM/_sim/issuers                  quién está registrado; con POST se registra una empresa

Hacer que se porte mal
  Que no responda durante un minuto:
    curl -s $SIM/_sim/script -H 'content-type: application/json' -d '{"service":"all","action":"down","forMs":60000}'
  Que rechace la próxima venta porque el NIT del cliente no existe:
    curl -s $SIM/_sim/script -H 'content-type: application/json' -d '{"service":"recepcion","action":"code","codigoMsg":"009"}'
  Un mal día: dos de cada cinco llamadas salen mal:
    curl -s -X PUT $SIM/_sim/faults -H 'content-type: application/json' -d '{"seed":1,"preset":"bad-day"}'
  Que vuelva a portarse bien:
    curl -s -X DELETE $SIM/_sim/script
    curl -s -X PUT $SIM/_sim/faults -H 'content-type: application/json' -d '{"seed":1,"probabilities":{}}'
  Que acepte solo eventos de la normativa nueva (v2) o de la anterior (v1), o los que se le han visto aceptar (seen):
    curl -s -X PUT $SIM/_sim/demands -H 'content-type: application/json' -d '{"events":"v2"}'
    curl -s -X PUT $SIM/_sim/demands -H 'content-type: application/json' -d '{"events":"seen"}'
  Ver lo que falta por pasar:
    $SIM/_sim/script   y   $SIM/_sim/faults

Otras órdenes (POST)
  $SIM/_sim/tokens/expire            vence todas las sesiones
  $SIM/_sim/numbers                  otro sistema toma un número de control
  $SIM/_sim/words                    las consultas de un documento dicen otra cosa; con DELETE se acaba

Todas las acciones y lo que revisa: simulator/README.md (en inglés). Escenarios: docs/guia/escenarios.md.
`;
}
