-- What was decided and why is only ever added to: another view of the same thing is another row.
CREATE FUNCTION row_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused, add another row instead', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER decision_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "decision_log"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "statements"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER withdrawal_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "withdrawal_steps"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER after_sale_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "after_sale_events"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER after_sale_evidence_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "after_sale_evidence"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER identity_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "identity_events"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
CREATE TRIGGER shop_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "shop_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION row_append_only();
--> statement-breakpoint
-- A case that is open goes on as one that the platform looks at, within the time it has for that.
INSERT INTO "after_sale_cases" ("id", "order_id", "shop_id", "type", "state", "reason_code", "reason", "fault", "due_at", "opened_at")
  SELECT "case_id", "id", "shop_id", 'refund', 'platform_review', 'other', coalesce("case_reason", ''), 'supplier',
    now() + interval '14 days', "case_since"
  FROM "orders" WHERE "case_id" IS NOT NULL AND "case_since" IS NOT NULL;
--> statement-breakpoint
INSERT INTO "after_sale_events" ("case_id", "shop_id", "event", "from_state", "to_state", "party", "actor", "reason", "at")
  SELECT "id", "shop_id", 'forward', 'requested', 'platform_review', 'system', 'system', NULL, "opened_at"
  FROM "after_sale_cases";
--> statement-breakpoint
-- A buyer's stars become a comment without words.
INSERT INTO "comments" ("id", "order_id", "shop_id", "goods_id", "by", "rating", "content", "actor", "created_at")
  SELECT 'cmt_' || left(md5("order_id"), 16), "order_id", "shop_id",
    (SELECT min("goods_id") FROM "order_items" i WHERE i."order_id" = e."order_id" HAVING count(*) = 1),
    'buyer', "stars", '', 'buyer', "at"
  FROM "shop_events" e WHERE "kind" = 'rating' AND "order_id" IS NOT NULL AND "stars" IS NOT NULL;
--> statement-breakpoint
INSERT INTO "carriers" ("name", "added_at")
  SELECT "carrier", min("created_at") FROM "orders" WHERE "carrier" IS NOT NULL GROUP BY "carrier";
--> statement-breakpoint
-- Of names that were told apart by case only, the oldest keeps the shared key; the others are found as they are written.
UPDATE "users" SET "name_key" = "first"."name_key" FROM (
  SELECT DISTINCT ON (lower(normalize("username", NFKC))) "id", lower(normalize("username", NFKC)) AS "name_key"
  FROM "users" ORDER BY lower(normalize("username", NFKC)), "created_at", "id"
) AS "first" WHERE "users"."id" = "first"."id";
--> statement-breakpoint
-- What the ledger's entries were added without: their kind, and what of it came and went until then.
ALTER TABLE "entries" DISABLE TRIGGER "entries_append_only";
--> statement-breakpoint
UPDATE "entries" e SET "kind" = s."kind", "kind_in" = s."kind_in", "kind_out" = s."kind_out" FROM (
  SELECT e."seq", e."position", t."kind",
    sum(greatest(e."amount", 0)) OVER so_far AS "kind_in", sum(greatest(-e."amount", 0)) OVER so_far AS "kind_out"
  FROM "entries" e JOIN "transactions" t ON t."seq" = e."seq"
  WINDOW so_far AS (PARTITION BY e."account", t."kind" ORDER BY e."seq", e."position")
) s WHERE s."seq" = e."seq" AND s."position" = e."position";
--> statement-breakpoint
ALTER TABLE "entries" ENABLE TRIGGER "entries_append_only";
--> statement-breakpoint
-- Nothing was ever written into them: who is behind a shop is in "identities".
ALTER TABLE "shops" DROP COLUMN "id_number", DROP COLUMN "id_photo_file_id";
