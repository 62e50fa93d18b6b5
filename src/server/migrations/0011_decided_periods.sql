CREATE INDEX "holds_decided" ON "holds" USING btree ("shop_id","released_at") WHERE "holds"."reason_code" in ('dispute', 'legal', 'risk');--> statement-breakpoint
CREATE INDEX "restrictions_lifted" ON "restrictions" USING btree ("shop_id","lifted_at");
