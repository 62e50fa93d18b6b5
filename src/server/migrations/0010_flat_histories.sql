CREATE INDEX "ad_purchases_running" ON "ad_purchases" USING btree ("shop_id") WHERE "ad_purchases"."status" = 'running';--> statement-breakpoint
CREATE INDEX "deposit_claims_order" ON "deposit_claims" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "comments_goods_rating" ON "comments" USING btree ("shop_id","goods_id","rating","created_at","id") WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "downloads_session" ON "downloads" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "goods_offered" ON "goods" USING btree ("created_at","id") WHERE "goods"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "goods_offered_type" ON "goods" USING btree ("type_id","created_at","id") WHERE "goods"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "showcase_shown" ON "showcase" USING btree ("shop_id","listed_at","id") WHERE "showcase"."status" = 'listed' or "showcase"."unlist_reason" <> 'merchant';--> statement-breakpoint
CREATE INDEX "invitations_open" ON "invitations" USING btree ("shop_id","expires_at") WHERE "invitations"."used_at" is null;--> statement-breakpoint
CREATE INDEX "transactions_ref" ON "transactions" USING btree ("ref");--> statement-breakpoint
CREATE INDEX "recharges_memos" ON "recharges" USING btree ("shop_id",("seq" * 100 + 99),"id") WHERE "recharges"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "recharges_capped" ON "recharges" USING btree ("shop_id") WHERE "recharges"."channel_id" is not null and "recharges"."status" <> 'failed';--> statement-breakpoint
CREATE INDEX "holds_ref" ON "holds" USING btree ("shop_id","ref");--> statement-breakpoint
CREATE INDEX "holds_open" ON "holds" USING btree ("shop_id","since","id") WHERE "holds"."released_at" is null;--> statement-breakpoint
CREATE INDEX "restrictions_open" ON "restrictions" USING btree ("shop_id","since","id") WHERE "restrictions"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "users_shop" ON "users" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "credit_log_of_statement" ON "credit_log" USING btree ("statement_id") WHERE "credit_log"."statement_id" is not null;--> statement-breakpoint
CREATE INDEX "deposit_returns_open" ON "deposit_returns" USING btree ("shop_id") WHERE "deposit_returns"."ended_at" is null;
--> statement-breakpoint
CREATE OR REPLACE VIEW "shop_counts_of_rows" AS
  SELECT shop_id, name, sum(value)::bigint AS "count" FROM (
    SELECT shop_id, 'orders:' || status AS name, count(*) AS value FROM "orders" GROUP BY shop_id, status
    UNION ALL SELECT shop_id, 'net:' || status, sum(order_net(o)) FROM "orders" o GROUP BY shop_id, status
    UNION ALL SELECT shop_id, 'cases:' || status, count(case_since) FROM "orders" GROUP BY shop_id, status
    UNION ALL SELECT shop_id, 'visits', count(*) FROM "shop_events" WHERE kind = 'visit' GROUP BY shop_id
    UNION ALL SELECT shop_id, 'ratings', count(*) FROM "shop_events" WHERE kind = 'rating' GROUP BY shop_id
    UNION ALL SELECT shop_id, 'stars', sum(stars) FROM "shop_events" WHERE kind = 'rating' GROUP BY shop_id
    UNION ALL SELECT shop_id, 'clicks:' || goods_id, count(*) FROM "shop_events" WHERE kind = 'click' AND goods_id IS NOT NULL GROUP BY shop_id, goods_id
    UNION ALL SELECT shop_id, 'credit', sum(change) FROM "credit_log" GROUP BY shop_id
    UNION ALL SELECT shop_id, 'unread', count(*) FROM "notices" WHERE read_at IS NULL GROUP BY shop_id
    UNION ALL SELECT shop_id, 'comments:' || coalesce(rating, 0), count(*) FROM "comments" WHERE "by" = 'buyer' AND parent_id IS NULL GROUP BY shop_id, rating
    UNION ALL SELECT shop_id, 'about:' || goods_id || ':comments:' || coalesce(rating, 0), count(*) FROM "comments" WHERE "by" = 'buyer' AND parent_id IS NULL AND goods_id IS NOT NULL GROUP BY shop_id, rating, goods_id
    UNION ALL SELECT shop_id, 'unanswered', count(*) FILTER (WHERE parent_id IS NULL) - count(parent_id) FROM "comments" WHERE "by" = 'buyer' OR parent_id IS NOT NULL GROUP BY shop_id
    UNION ALL SELECT shop_id, 'about:' || goods_id || ':unanswered', count(*) FILTER (WHERE parent_id IS NULL) - count(parent_id) FROM "comments" WHERE ("by" = 'buyer' OR parent_id IS NOT NULL) AND goods_id IS NOT NULL GROUP BY shop_id, goods_id
  ) counted GROUP BY shop_id, name HAVING sum(value) <> 0;
--> statement-breakpoint
-- The credit score is a total as others are: a shop has a row of its log for nearly every order.
CREATE FUNCTION credit_log_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shop_deltas (shop_id, name, value) VALUES (NEW.shop_id, 'credit', NEW.change);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_log_to_deltas AFTER INSERT ON "credit_log" FOR EACH ROW EXECUTE FUNCTION credit_log_to_deltas();
--> statement-breakpoint
-- Also where it is 0: a shop without a score has no row.
INSERT INTO "shop_counts" ("shop_id", "name", "count") SELECT shop_id, 'credit', sum(change) FROM "credit_log" GROUP BY shop_id;
