-- The hash of a row as it was added. Columns without a value are left out, so that a release may add some.
CREATE FUNCTION row_hash(content jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_strip_nulls(content)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Notes an added row for the next anchor, by the columns of its key. Moments are written in UTC, whatever the session's zone.
CREATE FUNCTION row_to_anchor() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' AS $$
BEGIN
  INSERT INTO "unanchored_rows" ("table", "key", "hash")
    SELECT TG_TABLE_NAME, string_agg(to_jsonb(NEW) ->> name, ':' ORDER BY place), row_hash(to_jsonb(NEW))
    FROM unnest(TG_ARGV) WITH ORDINALITY AS of_key(name, place);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER statements_to_anchor AFTER INSERT ON "statements" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('id');
--> statement-breakpoint
CREATE TRIGGER decision_log_to_anchor AFTER INSERT ON "decision_log" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('seq');
--> statement-breakpoint
CREATE TRIGGER withdrawal_steps_to_anchor AFTER INSERT ON "withdrawal_steps" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('withdrawal_id', 'step');
--> statement-breakpoint
CREATE TRIGGER credit_log_to_anchor AFTER INSERT ON "credit_log" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('id');
--> statement-breakpoint
CREATE TRIGGER operator_terms_to_anchor AFTER INSERT ON "operator_terms" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('seq');
--> statement-breakpoint
CREATE TRIGGER shop_terms_to_anchor AFTER INSERT ON "shop_terms" FOR EACH ROW EXECUTE FUNCTION row_to_anchor('shop_id', 'terms_seq');
