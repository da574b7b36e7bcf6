-- Positions between p_from and p_to that match, in the order asked for, p_limit at the most; `edge` is the next
-- position that was not looked at. The next rows are looked at one by one, as many as it takes to see that few match;
-- then the blocks that have all of the terms, of which the positions of the rarest term are looked at, or of the
-- three rarest together where it is not very rare. A filter that matches next to nothing, and that no term tells,
-- gets what the first 4,000 candidates give.
CREATE OR REPLACE FUNCTION find_indexed(p_company uuid, f list_filter, p_from bigint, p_to bigint, p_newest boolean,
    p_limit integer, OUT positions bigint[], OUT edge bigint)
  RETURNS record
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  looked integer := 0;
  step bigint := p_limit;
  low bigint;
  high bigint;
  full_until bigint;
  term_parts integer[];
  terms integer[];
  blocks bigint[];
  firsts integer[];
  seconds integer[];
  thirds integer[];
  amounts bigint[];
  turn integer := 1;
  many integer := 4;
BEGIN
  positions := '{}';
  edge := CASE WHEN p_newest THEN p_to ELSE p_from END;
  WHILE edge BETWEEN p_from AND p_to AND cardinality(positions) < p_limit AND looked < 500 LOOP
    low := CASE WHEN p_newest THEN greatest(p_from, edge - step + 1) ELSE edge END;
    high := CASE WHEN p_newest THEN edge ELSE least(p_to, edge + step - 1) END;
    positions := positions || find_between(p_company, f, low, high, p_newest, p_limit - cardinality(positions));
    edge := CASE WHEN p_newest THEN low - 1 ELSE high + 1 END;
    looked := looked + high - low + 1;
    step := step * 4;
  END LOOP;
  IF edge NOT BETWEEN p_from AND p_to OR cardinality(positions) >= p_limit THEN
    RETURN;
  END IF;
  SELECT p.position / 4096 * 4096 INTO full_until FROM search_progress p WHERE p.company_id = p_company;
  IF p_newest AND edge > full_until THEN
    low := greatest(p_from, full_until + 1);
    positions := positions || find_between(p_company, f, low, edge, p_newest, p_limit - cardinality(positions));
    edge := low - 1;
  END IF;
  low := CASE WHEN p_newest THEN p_from ELSE edge END;
  high := CASE WHEN p_newest THEN edge ELSE least(p_to, full_until) END;
  IF low <= high AND cardinality(positions) < p_limit THEN
    SELECT array_agg(t.part), array_agg(t.term) INTO term_parts, terms FROM filter_terms(f) AS t;
    SELECT array_agg(b.block), array_agg(b.chosen[1]), array_agg(CASE WHEN b.amount > 24 THEN b.chosen[2] END),
        array_agg(CASE WHEN b.amount > 24 THEN b.chosen[3] END), array_agg(b.amount)
      INTO blocks, firsts, seconds, thirds, amounts
      FROM (
        SELECT h.block, coalesce(min(h.documents) FILTER (WHERE h.is_rare), 4096) AS amount,
          array_agg(h.part ORDER BY h.documents) FILTER (WHERE h.is_rare) AS chosen
        FROM (
          SELECT p.block, k.part, sum(p.documents) AS documents, max(p.documents) <= 2048 AS is_rare
          FROM unnest(term_parts, terms) AS k (part, term)
            CROSS JOIN LATERAL (
              SELECT i.block, i.documents FROM document_postings i WHERE i.company_id = p_company AND i.term = k.term
                AND i.block BETWEEN (low - 1) / 4096 AND (high - 1) / 4096 OFFSET 0) AS p
          GROUP BY p.block, k.part) AS h
        GROUP BY h.block HAVING count(*) = (SELECT count(DISTINCT k) FROM unnest(term_parts) AS k)
        ORDER BY CASE WHEN p_newest THEN -h.block ELSE h.block END) AS b;
    WHILE turn <= coalesce(cardinality(blocks), 0) LOOP
      positions := positions || ARRAY(
        SELECT s.position FROM (
            SELECT c.block * 4096 + 1 + place AS position
            FROM unnest(blocks[turn:turn + many - 1], firsts[turn:turn + many - 1], seconds[turn:turn + many - 1],
                thirds[turn:turn + many - 1]) AS c (block, first, second, third)
              JOIN unnest(term_parts, terms) AS k (part, term) ON k.part IN (c.first, c.second, c.third)
              CROSS JOIN LATERAL (
                SELECT i.places FROM document_postings i
                WHERE i.company_id = p_company AND i.term = k.term AND i.block = c.block OFFSET 0) AS p
              CROSS JOIN unnest(p.places) AS place
            GROUP BY c.block, place HAVING count(*) >= min(num_nonnulls(c.first, c.second, c.third))
            UNION ALL
            SELECT c.block * 4096 + place
            FROM unnest(blocks[turn:turn + many - 1], firsts[turn:turn + many - 1]) AS c (block, first),
              generate_series(1, 4096) AS place
            WHERE c.first IS NULL) AS candidate
          CROSS JOIN LATERAL (
            SELECT i.position FROM document_search i
            WHERE i.company_id = p_company AND i.position = candidate.position AND search_matches(ROW(i.*)::document_search, f) OFFSET 0) AS s
        WHERE candidate.position BETWEEN low AND high
        ORDER BY CASE WHEN p_newest THEN -s.position ELSE s.position END
        LIMIT p_limit - cardinality(positions));
      IF cardinality(positions) >= p_limit THEN
        RETURN;
      END IF;
      looked := looked + (SELECT sum(a) FROM unnest(amounts[turn:turn + many - 1]) AS a);
      turn := turn + many;
      edge := CASE WHEN p_newest THEN greatest(low - 1, blocks[turn - 1] * 4096) ELSE (blocks[turn - 1] + 1) * 4096 + 1 END;
      IF looked > 4000 AND turn <= cardinality(blocks) THEN
        RETURN;
      END IF;
      many := least(many * 2, 128);
    END LOOP;
    edge := CASE WHEN p_newest THEN low - 1 ELSE high + 1 END;
  END IF;
  IF NOT p_newest AND edge <= p_to AND cardinality(positions) < p_limit THEN
    positions := positions || find_between(p_company, f, edge, p_to, p_newest, p_limit - cardinality(positions));
    edge := p_to + 1;
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION find_indexed TO sello_service, sello_operator, sello_phases;
