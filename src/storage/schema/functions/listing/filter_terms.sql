-- The terms that a document must have: of each group at least one. A filter that asks for `false` has none, and a
-- text has those of at most eight positions.
CREATE OR REPLACE FUNCTION filter_terms(f list_filter)
  RETURNS TABLE (part integer, term integer)
  LANGUAGE sql STABLE
AS $$
WITH digits AS (SELECT substring(f.control_number FROM '([0-9]+)$') AS tail),
amounts AS (SELECT greatest(coalesce(f.amount_min, 0), 0) AS least, coalesce(f.amount_max, 99999999999999) AS most
  WHERE f.amount_min > 0 OR f.amount_max IS NOT NULL),
wanted (name, texts) AS (
  SELECT 'environment', ARRAY['environment ' || f.environment]
  UNION ALL SELECT 'type', (SELECT array_agg('type ' || t) FROM unnest(f.doc_types) AS t)
  UNION ALL SELECT 'state', (SELECT array_agg('state ' || t) FROM unnest(f.states) AS t)
  UNION ALL SELECT 'establishment', ARRAY['establishment ' || f.establishment]
  UNION ALL SELECT 'point', ARRAY['point ' || f.point_of_sale]
  UNION ALL SELECT 'nit', ARRAY[f.nit] UNION ALL SELECT 'nrc', ARRAY[f.nrc] UNION ALL SELECT 'dui', ARRAY[f.dui]
  UNION ALL SELECT 'invalidated', ARRAY['invalidated'] WHERE f.invalidated
  UNION ALL SELECT 'adjusted', ARRAY['adjusted'] WHERE f.adjusted
  UNION ALL SELECT 'contingency', ARRAY['contingency'] WHERE f.contingency
  -- One amount whole. Where the first three digits are known to within 30, those with the number of digits; else that
  -- alone.
  UNION ALL SELECT 'amount', CASE WHEN least = most THEN ARRAY['total ' || least::text]
      WHEN char_length(least::text) = char_length(most::text)
        AND left(most::text, 3)::integer - left(least::text, 3)::integer <= 30
      THEN (SELECT array_agg('amount ' || char_length(least::text) || ' ' || n)
            FROM generate_series(left(least::text, 3)::integer, left(most::text, 3)::integer) AS n)
      ELSE (SELECT array_agg('digits ' || n)
            FROM generate_series(char_length(least::text), char_length(most::text)) AS n) END
    FROM amounts WHERE least <= most
  UNION ALL (SELECT 'name ' || t, ARRAY['name ' || t] FROM threes(f.customer) AS t GROUP BY t ORDER BY md5(t) LIMIT 8)
  -- Zeros in front may be those that fill the number up.
  UNION ALL (SELECT 'number ' || t, ARRAY['number ' || t] FROM digits, threes(ltrim(tail, '0')) AS t
    GROUP BY t ORDER BY md5(t) LIMIT 8))
SELECT dense_rank() OVER (ORDER BY name)::integer, search_term(t) FROM wanted, unnest(texts) AS t WHERE t IS NOT NULL
$$;
GRANT EXECUTE ON FUNCTION filter_terms TO sello_service, sello_operator, sello_phases;
