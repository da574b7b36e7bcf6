-- Up Migration

-- A statement of a phase is handed what it writes, and nothing that it has to reckon or to pick from a list. What Citus plans for
-- another server is written out as text first: with p_drafts[n] in it, all long texts of the call, for each document.
DO $$
DECLARE
  edit record;
  before text;
  after text;
BEGIN
  FOR edit IN
    SELECT * FROM (VALUES
      ('number_documents', $old$    claim record;
  BEGIN$old$, $new$    claim record;
    draft text;
    full_number text;
    posted timestamptz;
    leased timestamptz;
    codes CONSTANT integer := (p_log).codes_to_ask;
  BEGIN$new$),
      ('number_documents', $old$        INSERT INTO documents$old$, $new$        draft := p_drafts[claim.long_text];
        full_number := claim.number_prefix || lpad(correlative::text, 15, '0');
        posted := to_timestamp(claim.posted_ms / 1000);
        leased := statement_timestamp() + claim.lease_ms * interval '1 ms';
        INSERT INTO documents$new$),
      ('number_documents', $old$claim.number_prefix || lpad(correlative::text, 15, '0'), claim.fiscal_year$old$,
       $new$full_number, claim.fiscal_year$new$),
      ('number_documents', 'to_timestamp(claim.posted_ms / 1000), claim.state', 'posted, claim.state'),
      ('number_documents', 'p_drafts[claim.long_text], claim.summary', 'draft, claim.summary'),
      ('number_documents', $old$            statement_timestamp() + claim.lease_ms * interval '1 ms',
            statement_timestamp() + claim.lease_ms * interval '1 ms', claim.document_id$old$,
       $new$            leased, leased, claim.document_id$new$),
      ('number_documents', '(p_log).codes_to_ask, claim.income_class)', 'codes, claim.income_class)'),
      ('write_attempts', $old$    sent record;
  BEGIN$old$, $new$    sent record;
    bytes text;
    hash bytea;
    leased timestamptz;
    sent_at timestamptz;
  BEGIN$new$),
      ('write_attempts', $old$      UPDATE documents d SET state = sent.state, lease_until = statement_timestamp() + sent.lease_ms * interval '1 ms'$old$,
       $new$      bytes := p_bytes[sent.long_text];
      hash := decode(sent.sha256, 'hex');
      leased := statement_timestamp() + sent.lease_ms * interval '1 ms';
      UPDATE documents d SET state = sent.state, lease_until = leased$new$),
      ('write_attempts', $old$a.jws_sha256 = decode(sent.sha256, 'hex')$old$, 'a.jws_sha256 = hash'),
      ('write_attempts', '      INSERT INTO attempts', $new$      sent_at := clock_timestamp();
      INSERT INTO attempts$new$),
      ('write_attempts', $old$p_bytes[sent.long_text], decode(sent.sha256, 'hex'), 'unknown', 1, sent.formal, clock_timestamp())$old$,
       $new$bytes, hash, 'unknown', 1, sent.formal, sent_at)$new$),
      ('write_verdicts', $old$    carried jsonb;
$old$, $new$    carried jsonb;
    answer text;
    retry_at timestamptz;
$new$),
      ('write_verdicts', $old$      carried := NULL;
$old$, $new$      carried := NULL;
      answer := p_answers[verdict.long_text];
      retry_at := now_at + verdict.retry_ms * interval '1 ms';
$new$),
      ('write_verdicts', $old$statement_timestamp() + verdict.retry_ms * interval '1 ms'$old$, 'retry_at'),
      ('write_verdicts', 'THEN p_answers[verdict.long_text] ELSE', 'THEN answer ELSE')) AS edits (door, old, new)
  LOOP
    SELECT pg_get_functiondef(p.oid) INTO STRICT before FROM pg_proc p
      WHERE p.proname = edit.door AND p.pronamespace = 'public'::regnamespace;
    after := replace(before, edit.old, edit.new);
    IF after = before THEN
      RAISE EXCEPTION 'a line of % was not found: %', edit.door, edit.old;
    END IF;
    EXECUTE after;
  END LOOP;
END $$;
