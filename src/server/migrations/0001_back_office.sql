CREATE TABLE "ad_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" text NOT NULL,
	"unit" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ad_offers" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"image" text NOT NULL,
	"target" text NOT NULL,
	"price" bigint NOT NULL,
	"unit" text NOT NULL,
	"quantity" integer NOT NULL,
	"days" integer NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdraw_reason" text,
	CONSTRAINT "ad_offers_whole" CHECK ("ad_offers"."price" > 0 and "ad_offers"."quantity" > 0 and "ad_offers"."days" > 0)
);
--> statement-breakpoint
CREATE TABLE "ad_purchases" (
	"id" text PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"shop_id" text NOT NULL,
	"ad_id" text NOT NULL,
	"goods_id" text,
	"status" text NOT NULL,
	"price" bigint NOT NULL,
	"unit" text NOT NULL,
	"quantity" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"delivered" integer NOT NULL,
	"earned" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "ad_purchases_no_unique" UNIQUE("no"),
	CONSTRAINT "ad_purchases_delivered" CHECK ("ad_purchases"."delivered" between 0 and "ad_purchases"."quantity"),
	CONSTRAINT "ad_purchases_spent" CHECK ("ad_purchases"."earned" + "ad_purchases"."refunded" <= "ad_purchases"."price")
);
--> statement-breakpoint
CREATE TABLE "slides" (
	"id" text PRIMARY KEY NOT NULL,
	"position" text NOT NULL,
	"rank" integer NOT NULL,
	"image_url" text NOT NULL,
	"alt" text NOT NULL,
	"link" text,
	"advertiser" text,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"withdraw_reason" text
);
--> statement-breakpoint
CREATE TABLE "decision_log" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decision_log_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"actor" text NOT NULL,
	"reason_code" text,
	"reason" text,
	"input" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_bodies" (
	"file_id" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"purpose" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"place" text DEFAULT 'database' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "files_bytes" CHECK ("files"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"shop_id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"real_name" text,
	"id_type" text,
	"id_number_masked" text,
	"id_number_hash" text,
	"front_file_id" text,
	"back_file_id" text,
	"consent_version" text,
	"submitted_at" timestamp (3) with time zone,
	"review_by" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"statement_id" text,
	"expires_at" timestamp (3) with time zone,
	"expiry_noticed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_events" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recharge_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rail" text NOT NULL,
	"network" text,
	"asset" text NOT NULL,
	"rate" text,
	"address" text NOT NULL,
	"min" bigint,
	"max" bigint,
	"confirmations" integer,
	"expected_minutes" integer,
	"do_not_send" boolean DEFAULT false NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"opened_by" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	CONSTRAINT "recharge_channels_network" CHECK (("recharge_channels"."rail" = 'chain') = ("recharge_channels"."network" is not null))
);
--> statement-breakpoint
CREATE TABLE "recharges" (
	"id" text PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"shop_id" text NOT NULL,
	"reported_by" text NOT NULL,
	"channel_id" text,
	"network" text NOT NULL,
	"proof" text NOT NULL,
	"certificate_file_id" text,
	"amount" bigint NOT NULL,
	"received" bigint,
	"status" text NOT NULL,
	"step" text NOT NULL,
	"reason_code" text,
	"reason" text,
	"seq" bigint NOT NULL,
	"expected_by" timestamp (3) with time zone NOT NULL,
	"overdue_noticed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"arrived" bigint,
	"sent_back_at" timestamp (3) with time zone,
	"sent_back_proof" text,
	CONSTRAINT "recharges_no_unique" UNIQUE("no"),
	CONSTRAINT "recharges_amounts" CHECK ("recharges"."amount" > 0 and ("recharges"."received" is null or "recharges"."received" > 0)),
	CONSTRAINT "recharges_step" CHECK ("recharges"."status" = case "recharges"."step" when 'under_review' then 'moderated' when 'confirmed' then 'completed' else 'failed' end),
	CONSTRAINT "recharges_received" CHECK (("recharges"."step" = 'confirmed') = ("recharges"."received" is not null)),
	CONSTRAINT "recharges_reason" CHECK ("recharges"."reason_code" is not null or ("recharges"."step" <> 'rejected' and coalesce("recharges"."received", "recharges"."amount") = "recharges"."amount"))
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"id" text PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"shop_id" text NOT NULL,
	"statement_id" text NOT NULL,
	"ref" text NOT NULL,
	"text" text NOT NULL,
	"file_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"decide_by" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"answer" text,
	"decided_at" timestamp (3) with time zone,
	"actor" text,
	CONSTRAINT "appeals_no_unique" UNIQUE("no"),
	CONSTRAINT "appeals_statement" UNIQUE("statement_id")
);
--> statement-breakpoint
CREATE TABLE "brand_authorisations" (
	"id" text PRIMARY KEY NOT NULL,
	"brand" text NOT NULL,
	"document" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdraw_reason" text
);
--> statement-breakpoint
CREATE TABLE "deposit_returns" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"reason" text NOT NULL,
	"amount" bigint NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"returned" bigint,
	CONSTRAINT "deposit_returns_ended" CHECK (("deposit_returns"."ended_at" is null) = ("deposit_returns"."returned" is null))
);
--> statement-breakpoint
CREATE TABLE "shop_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"actor" text NOT NULL,
	"changes" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawal_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"type" text NOT NULL,
	"bank_name" text,
	"account_name" text,
	"branch_no" text,
	"number" text NOT NULL,
	"note" text,
	"usable_from" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "withdrawal_accounts_number" UNIQUE("shop_id","type","number"),
	CONSTRAINT "withdrawal_accounts_card" CHECK (("withdrawal_accounts"."type" = 'bank_card') = ("withdrawal_accounts"."bank_name" is not null and "withdrawal_accounts"."account_name" is not null))
);
--> statement-breakpoint
CREATE TABLE "withdrawal_steps" (
	"withdrawal_id" text NOT NULL,
	"step" text NOT NULL,
	"actor" text NOT NULL,
	"reason_code" text,
	"reason" text,
	"proof" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "withdrawal_steps_withdrawal_id_step_pk" PRIMARY KEY("withdrawal_id","step")
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" text PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"shop_id" text NOT NULL,
	"account_id" text NOT NULL,
	"pay_to" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"status" text NOT NULL,
	"step" text NOT NULL,
	"hold_id" text NOT NULL,
	"expected_by" timestamp (3) with time zone NOT NULL,
	"reason_code" text,
	"reason" text,
	"proof" text,
	"overdue_noticed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "withdrawals_no_unique" UNIQUE("no"),
	CONSTRAINT "withdrawals_amounts" CHECK ("withdrawals"."fee" >= 0 and "withdrawals"."amount" > "withdrawals"."fee"),
	CONSTRAINT "withdrawals_step" CHECK ("withdrawals"."status" = case when "withdrawals"."step" in ('submitted', 'sent') then 'moderated' when "withdrawals"."step" = 'paid' then 'completed' else 'failed' end),
	CONSTRAINT "withdrawals_reason" CHECK ("withdrawals"."step" not in ('rejected', 'returned') or "withdrawals"."reason_code" is not null)
);
--> statement-breakpoint
ALTER TABLE "restrictions" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "restrictions" ADD COLUMN "lifted_by" text;--> statement-breakpoint
ALTER TABLE "restrictions" ADD COLUMN "lift_reason" text;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "review_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pay_usable_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "file_id" text;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "added_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "logo_file_id" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "deposit_required" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "closing_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "closes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ad_events" ADD CONSTRAINT "ad_events_purchase_id_ad_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."ad_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_purchases" ADD CONSTRAINT "ad_purchases_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_purchases" ADD CONSTRAINT "ad_purchases_ad_id_ad_offers_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ad_offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_purchases" ADD CONSTRAINT "ad_purchases_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_bodies" ADD CONSTRAINT "file_bodies_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_front_file_id_files_id_fk" FOREIGN KEY ("front_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_back_file_id_files_id_fk" FOREIGN KEY ("back_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_events" ADD CONSTRAINT "identity_events_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_channel_id_recharge_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."recharge_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_certificate_file_id_files_id_fk" FOREIGN KEY ("certificate_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_returns" ADD CONSTRAINT "deposit_returns_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_changes" ADD CONSTRAINT "shop_changes_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_accounts" ADD CONSTRAINT "withdrawal_accounts_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_steps" ADD CONSTRAINT "withdrawal_steps_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ad_events_purchase" ON "ad_events" USING btree ("purchase_id","at");--> statement-breakpoint
CREATE INDEX "ad_offers_new" ON "ad_offers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ad_purchases_shop" ON "ad_purchases" USING btree ("shop_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "ad_purchases_due" ON "ad_purchases" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "slides_row" ON "slides" USING btree ("position","rank");--> statement-breakpoint
CREATE INDEX "decision_log_name" ON "decision_log" USING btree ("name","at");--> statement-breakpoint
CREATE INDEX "files_shop" ON "files" USING btree ("shop_id","created_at");--> statement-breakpoint
CREATE INDEX "files_moving" ON "files" USING btree ("created_at") WHERE "files"."place" in ('database', 'moving');--> statement-breakpoint
CREATE INDEX "files_unused" ON "files" USING btree ("created_at") WHERE "files"."used_at" is null and "files"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "files_removed" ON "files" USING btree ("removed_at") WHERE "files"."removed_at" is not null and "files"."place" <> 'gone';--> statement-breakpoint
CREATE INDEX "identities_queue" ON "identities" USING btree ("status","review_by");--> statement-breakpoint
CREATE INDEX "identities_expiry" ON "identities" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identity_events_shop" ON "identity_events" USING btree ("shop_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "recharges_proof" ON "recharges" USING btree ("network","proof") WHERE "recharges"."status" <> 'failed';--> statement-breakpoint
CREATE INDEX "recharges_unmoved" ON "recharges" USING btree ("shop_id","seq","id") WHERE "recharges"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "recharges_shop" ON "recharges" USING btree ("shop_id","status");--> statement-breakpoint
CREATE INDEX "recharges_open" ON "recharges" USING btree ("expected_by") WHERE "recharges"."status" = 'moderated';--> statement-breakpoint
CREATE INDEX "appeals_queue" ON "appeals" USING btree ("status","decide_by");--> statement-breakpoint
CREATE INDEX "deposit_returns_shop" ON "deposit_returns" USING btree ("shop_id","told_at");--> statement-breakpoint
CREATE INDEX "deposit_returns_due" ON "deposit_returns" USING btree ("due_at") WHERE "deposit_returns"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "shop_changes_shop" ON "shop_changes" USING btree ("shop_id","at");--> statement-breakpoint
CREATE INDEX "withdrawals_shop" ON "withdrawals" USING btree ("shop_id","status");--> statement-breakpoint
CREATE INDEX "withdrawals_open" ON "withdrawals" USING btree ("expected_by") WHERE "withdrawals"."status" = 'moderated';--> statement-breakpoint
CREATE INDEX "restrictions_review" ON "restrictions" USING btree ("review_by") WHERE "restrictions"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "statements_shop" ON "statements" USING btree ("shop_id","at","id");--> statement-breakpoint
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_file_id_unique" UNIQUE("file_id");
--> statement-breakpoint
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
