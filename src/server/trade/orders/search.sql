-- What a search of a shop's orders looks up: each three letters in a row, and two where one is not ASCII, as words of two
-- letters are common in Chinese. No locale decides what a letter is.
CREATE FUNCTION search_grams(shop_id text, words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT shop_id || ':' || substr(words, i, n))
  FROM generate_series(1, length(words) - 1) i, generate_series(2, 3) n
  WHERE i + n - 1 <= length(words) AND (n = 3 OR octet_length(substr(words, i, 2)) > 2)
$$;
