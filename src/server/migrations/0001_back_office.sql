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
CREATE TABLE "after_sale_cases" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"reason_code" text NOT NULL,
	"reason" text NOT NULL,
	"part" bigint,
	"fault" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"carrier" text,
	"tracking_no" text,
	"statement_id" text,
	"outcome" text,
	"refunded" bigint,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "after_sale_cases_part" CHECK ("after_sale_cases"."part" > 0),
	CONSTRAINT "after_sale_cases_closed" CHECK (("after_sale_cases"."state" = 'closed') = ("after_sale_cases"."closed_at" is not null) and ("after_sale_cases"."state" = 'closed') = ("after_sale_cases"."outcome" is not null))
);
--> statement-breakpoint
CREATE TABLE "after_sale_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "after_sale_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"event" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"party" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "after_sale_evidence" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "after_sale_evidence_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"party" text NOT NULL,
	"actor" text NOT NULL,
	"text" text,
	"file_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "after_sale_evidence_something" CHECK ("after_sale_evidence"."text" is not null or "after_sale_evidence"."file_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "deposit_claims" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"statement_id" text NOT NULL,
	"object_by" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"objection" text,
	"end_reason" text,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "deposit_claims_paid" CHECK ("deposit_claims"."paid" >= 0 and "deposit_claims"."paid" <= "deposit_claims"."amount"),
	CONSTRAINT "deposit_claims_ended" CHECK (("deposit_claims"."state" in ('paid', 'dropped')) = ("deposit_claims"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"goods_id" text,
	"by" text NOT NULL,
	"parent_id" text,
	"rating" smallint,
	"content" text NOT NULL,
	"signature" text,
	"file_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "comments_rating" CHECK ("comments"."rating" between 1 and 5),
	CONSTRAINT "comments_signed" CHECK (("comments"."by" = 'merchant') = ("comments"."signature" is not null))
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
	"by" text DEFAULT 'shop' NOT NULL,
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
CREATE TABLE "article_texts" (
	"article_id" text NOT NULL,
	"lang" text NOT NULL,
	"category" text NOT NULL,
	"title" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"shipped" boolean NOT NULL,
	"actor" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "article_texts_article_id_lang_pk" PRIMARY KEY("article_id","lang")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"permission" text
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" text PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"shop_id" text NOT NULL,
	"user_id" text NOT NULL,
	"content" text NOT NULL,
	"file_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"lang" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"reply_by" timestamp (3) with time zone NOT NULL,
	"reply" text,
	"replied_by" text,
	"replied_at" timestamp (3) with time zone,
	CONSTRAINT "feedback_no_unique" UNIQUE("no")
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
	"note" text,
	"statement_id" text,
	"expires_at" timestamp (3) with time zone,
	"expiry_noticed_at" timestamp (3) with time zone,
	"overdue_noticed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "friends" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"user_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "friends_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"code" text PRIMARY KEY NOT NULL,
	"shop_id" text,
	"friend_id" text,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_by" text,
	CONSTRAINT "invitations_friend" CHECK (("invitations"."shop_id" is null) = ("invitations"."friend_id" is null)),
	CONSTRAINT "invitations_used" CHECK (("invitations"."used_at" is null) = ("invitations"."used_by" is null))
);
--> statement-breakpoint
CREATE TABLE "notice_heads" (
	"shop_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"type" text NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"link" text,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "carriers" (
	"name" text PRIMARY KEY NOT NULL,
	"tracking_url" text,
	"added_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "carriers_tracking_url_unique" UNIQUE("tracking_url")
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
	"overdue_at" timestamp (3) with time zone,
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
CREATE TABLE "verify_codes" (
	"subject" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
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
DROP INDEX "transactions_shop";--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "session_hash" text;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "kind" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "kind_in" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "kind_out" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkpoints" ADD COLUMN "seq" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "checkpoints_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "claimed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "case_act_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "restrictions" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "restrictions" ADD COLUMN "lifted_by" text;--> statement-breakpoint
ALTER TABLE "restrictions" ADD COLUMN "lift_reason" text;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "review_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confined" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_key" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pay_usable_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "terms_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "file_id" text;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "added_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "qualifications" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "logo_file_id" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "deposit_required" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "closing_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "closes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "closing_reason" text;--> statement-breakpoint
ALTER TABLE "ad_events" ADD CONSTRAINT "ad_events_purchase_id_ad_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."ad_purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_purchases" ADD CONSTRAINT "ad_purchases_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_purchases" ADD CONSTRAINT "ad_purchases_ad_id_ad_offers_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ad_offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_purchases" ADD CONSTRAINT "ad_purchases_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_cases" ADD CONSTRAINT "after_sale_cases_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_cases" ADD CONSTRAINT "after_sale_cases_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_events" ADD CONSTRAINT "after_sale_events_case_id_after_sale_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."after_sale_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_evidence" ADD CONSTRAINT "after_sale_evidence_case_id_after_sale_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."after_sale_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_claims" ADD CONSTRAINT "deposit_claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_claims" ADD CONSTRAINT "deposit_claims_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_bodies" ADD CONSTRAINT "file_bodies_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_texts" ADD CONSTRAINT "article_texts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_front_file_id_files_id_fk" FOREIGN KEY ("front_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_back_file_id_files_id_fk" FOREIGN KEY ("back_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_events" ADD CONSTRAINT "identity_events_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friends" ADD CONSTRAINT "friends_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friends" ADD CONSTRAINT "friends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_friend_id_friends_id_fk" FOREIGN KEY ("friend_id") REFERENCES "public"."friends"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_heads" ADD CONSTRAINT "notice_heads_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE UNIQUE INDEX "after_sale_cases_open" ON "after_sale_cases" USING btree ("order_id") WHERE "after_sale_cases"."state" <> 'closed';--> statement-breakpoint
CREATE INDEX "after_sale_cases_order" ON "after_sale_cases" USING btree ("order_id","opened_at");--> statement-breakpoint
CREATE INDEX "after_sale_cases_due" ON "after_sale_cases" USING btree ("due_at") WHERE "after_sale_cases"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "after_sale_events_case" ON "after_sale_events" USING btree ("case_id","seq");--> statement-breakpoint
CREATE INDEX "after_sale_evidence_case" ON "after_sale_evidence" USING btree ("case_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_claims_standing" ON "deposit_claims" USING btree ("order_id") WHERE "deposit_claims"."state" <> 'dropped';--> statement-breakpoint
CREATE INDEX "deposit_claims_shop" ON "deposit_claims" USING btree ("shop_id","state");--> statement-breakpoint
CREATE INDEX "deposit_claims_due" ON "deposit_claims" USING btree ("due_at") WHERE "deposit_claims"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "comments_shop" ON "comments" USING btree ("shop_id","created_at","id") WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "comments_order" ON "comments" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_goods" ON "comments" USING btree ("shop_id","goods_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "comments_reply" ON "comments" USING btree ("parent_id") WHERE "comments"."parent_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_own" ON "comments" USING btree ("order_id") WHERE "comments"."by" = 'merchant' and "comments"."parent_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_rated" ON "comments" USING btree ("order_id") WHERE "comments"."rating" is not null;--> statement-breakpoint
CREATE INDEX "decision_log_name" ON "decision_log" USING btree ("name","at");--> statement-breakpoint
CREATE INDEX "files_shop" ON "files" USING btree ("shop_id","created_at");--> statement-breakpoint
CREATE INDEX "files_moving" ON "files" USING btree ("created_at") WHERE "files"."place" in ('database', 'moving');--> statement-breakpoint
CREATE INDEX "files_unused" ON "files" USING btree ("created_at") WHERE "files"."used_at" is null and "files"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "files_removed" ON "files" USING btree ("removed_at") WHERE "files"."removed_at" is not null and "files"."place" <> 'gone';--> statement-breakpoint
CREATE INDEX "article_texts_lang" ON "article_texts" USING btree ("lang");--> statement-breakpoint
CREATE INDEX "feedback_shop" ON "feedback" USING btree ("shop_id","replied_at");--> statement-breakpoint
CREATE INDEX "feedback_open" ON "feedback" USING btree ("replied_at","reply_by");--> statement-breakpoint
CREATE INDEX "identities_queue" ON "identities" USING btree ("status","review_by");--> statement-breakpoint
CREATE INDEX "identities_expiry" ON "identities" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identity_events_shop" ON "identity_events" USING btree ("shop_id","at");--> statement-breakpoint
CREATE INDEX "friends_shop" ON "friends" USING btree ("shop_id","invited_at","id");--> statement-breakpoint
CREATE INDEX "invitations_shop" ON "invitations" USING btree ("shop_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_shop" ON "notices" USING btree ("shop_id","seq");--> statement-breakpoint
CREATE INDEX "notices_type" ON "notices" USING btree ("shop_id","type","seq");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("shop_id","seq") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "recharges_proof" ON "recharges" USING btree ("network","proof") WHERE "recharges"."status" <> 'failed';--> statement-breakpoint
CREATE INDEX "recharges_plain_proof" ON "recharges" USING btree (upper(replace(replace("proof", ' ', ''), '-', '')));--> statement-breakpoint
CREATE INDEX "recharges_unmoved" ON "recharges" USING btree ("shop_id","seq","id") WHERE "recharges"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "recharges_shop" ON "recharges" USING btree ("shop_id","status");--> statement-breakpoint
CREATE INDEX "recharges_open" ON "recharges" USING btree ("expected_by") WHERE "recharges"."status" = 'moderated';--> statement-breakpoint
CREATE INDEX "appeals_queue" ON "appeals" USING btree ("status","decide_by");--> statement-breakpoint
CREATE INDEX "deposit_returns_shop" ON "deposit_returns" USING btree ("shop_id","told_at");--> statement-breakpoint
CREATE INDEX "deposit_returns_due" ON "deposit_returns" USING btree ("due_at") WHERE "deposit_returns"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "shop_changes_shop" ON "shop_changes" USING btree ("shop_id","at");--> statement-breakpoint
CREATE INDEX "verify_codes_expires" ON "verify_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "withdrawals_shop" ON "withdrawals" USING btree ("shop_id","status");--> statement-breakpoint
CREATE INDEX "withdrawals_open" ON "withdrawals" USING btree ("expected_by") WHERE "withdrawals"."status" = 'moderated';--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_session_hash_sessions_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entries_kind" ON "entries" USING btree ("account","kind","seq");--> statement-breakpoint
CREATE INDEX "order_events_seq" ON "order_events" USING btree ("shop_id","seq");--> statement-breakpoint
CREATE INDEX "orders_case" ON "orders" USING btree ("shop_id","created_at","id") WHERE "orders"."case_since" is not null;--> statement-breakpoint
CREATE INDEX "restrictions_review" ON "restrictions" USING btree ("review_by") WHERE "restrictions"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "statements_shop" ON "statements" USING btree ("shop_id","at","id");--> statement-breakpoint
CREATE INDEX "shops_closing" ON "shops" USING btree ("closes_at") WHERE "shops"."closes_at" is not null and "shops"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "transactions_shop" ON "transactions" USING btree ("shop_id","at","seq");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_name_key_unique" UNIQUE("name_key");--> statement-breakpoint
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_file_id_unique" UNIQUE("file_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_claimed" CHECK ("orders"."claimed" >= 0 and "orders"."refunded" + "orders"."claimed" <= "orders"."amount");
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
