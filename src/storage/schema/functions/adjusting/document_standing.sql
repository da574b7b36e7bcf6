-- What has been done to a document: its invalidation, and its notes in the order in which they began to take what
-- they take.
CREATE OR REPLACE FUNCTION document_standing(p_company uuid, p_document uuid)
  RETURNS json
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN json_build_object(
    'invalidation', (SELECT i.state FROM invalidations i WHERE i.company_id = p_company AND i.document_id = p_document),
    'notes', (SELECT coalesce(json_agg(json_build_object(
         'document_id', n.document_id, 'adjust_mode', n.adjust_mode, 'state', n.state,
         'adjusted_sales', coalesce(n.adjusted_sales, note_sales(n.draft)),
         'wanted_sales', coalesce(n.wanted -> 'adjusted_sales', note_sales(n.wanted ->> 'draft')),
         'invalidation', i.state) ORDER BY coalesce(n.adjusts_since, n.posted_at), n.document_id), '[]'::json)
       FROM documents n LEFT JOIN invalidations i ON i.company_id = n.company_id AND i.document_id = n.document_id
       WHERE n.company_id = p_company AND n.adjusts = p_document));
END
$$;
GRANT EXECUTE ON FUNCTION document_standing TO sello_service, sello_phases;
