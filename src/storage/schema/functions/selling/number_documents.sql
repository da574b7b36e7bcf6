-- Phase 1 for one company that the transaction has entered, for references that may be new: numbers and inserts each,
-- or answers what exists under its reference. The draft of a claim is the element of p_drafts that it names. A note
-- is inserted only while its CCF stands as the claim says that it was seen; nothing changes that while the row of the
-- CCF is locked. Nothing is numbered where the log says that something was forgotten.
CREATE OR REPLACE FUNCTION number_documents(p_company uuid, p_claims json, p_drafts text[], p_log log_standing)
  RETURNS TABLE (place integer, correlative bigint, existing_id uuid, existing_state text, existing_type text,
    codes_to_ask integer)
  LANGUAGE plpgsql
AS $$
DECLARE
  claim record;
  draft text;
  full_number text;
  posted timestamptz;
  leased timestamptz;
  codes CONSTANT integer := (p_log).codes_to_ask;
BEGIN
  FOR claim IN
    SELECT * FROM json_to_recordset(p_claims) AS c (place integer, long_text integer, document_id uuid, external_ref text,
      doc_type text, environment text, number_prefix text, fiscal_year integer, scope text, establishment text,
      point_of_sale text, posted_ms float8, state text, generation text, generation_code text, summary jsonb,
      payload_hash text, lease_ms float8, adjusts uuid, adjust_mode text, adjusted_gross numeric,
      adjusted_net numeric, adjusted_sales jsonb, ccf_standing text, redirect_email text, redirect_whatsapp text, income_class jsonb)
  LOOP
    place := claim.place;
    correlative := NULL;
    IF claim.ccf_standing IS NOT NULL THEN
      PERFORM 1 FROM documents d WHERE d.company_id = p_company AND d.document_id = claim.adjusts FOR UPDATE;
    END IF;
    SELECT d.document_id, d.state, d.doc_type INTO existing_id, existing_state, existing_type
      FROM documents d WHERE d.company_id = p_company AND d.external_ref = claim.external_ref;
    IF NOT FOUND AND (claim.ccf_standing IS NULL
                      OR claim.ccf_standing = md5(document_standing(p_company, claim.adjusts)::text))
    THEN
      IF (p_log).obstacle IS NOT NULL THEN
        PERFORM refuse_standing(p_log);
      END IF;
      codes_to_ask := (p_log).codes_to_ask;
      correlative := next_number(p_company, claim.environment, claim.fiscal_year, claim.scope, (p_log).given_number);
      draft := p_drafts[claim.long_text];
      full_number := claim.number_prefix || lpad(correlative::text, 15, '0');
      posted := to_timestamp(claim.posted_ms / 1000);
      leased := statement_timestamp() + claim.lease_ms * interval '1 ms';
      INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number,
          fiscal_year, establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary,
          payload_hash, lease_until, next_attempt_at, lease_holder, fence, adjusts, adjust_mode, adjusted_gross,
          adjusted_net, adjusted_sales, redirect_email, redirect_whatsapp, codes_to_ask, income_class)
        VALUES (p_company, claim.document_id, claim.external_ref, claim.doc_type, claim.environment, full_number,
          claim.fiscal_year, claim.establishment, claim.point_of_sale, posted, claim.state, claim.generation,
          claim.generation_code, draft, claim.summary, claim.payload_hash, leased, leased, claim.document_id, 1,
          claim.adjusts, claim.adjust_mode, claim.adjusted_gross, claim.adjusted_net, claim.adjusted_sales,
          claim.redirect_email, claim.redirect_whatsapp, codes, claim.income_class);
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION number_documents TO sello_service, sello_phases;
