-- What a search of a shop's orders looks up: each three letters in a row, and two where one is not ASCII, as words of two
-- letters are common in Chinese. No locale decides what a letter is.
CREATE FUNCTION search_grams(shop_id text, words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT shop_id || ':' || substr(words, i, n))
  FROM generate_series(1, length(words) - 1) i, generate_series(2, 3) n
  WHERE i + n - 1 <= length(words) AND (n = 3 OR octet_length(substr(words, i, 2)) > 2)
$$;
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text,
	"balance" bigint NOT NULL,
	"overdraft" boolean NOT NULL,
	CONSTRAINT "accounts_not_negative" CHECK ("accounts"."overdraft" or "accounts"."balance" >= 0)
);
--> statement-breakpoint
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
	"translations" jsonb,
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
CREATE TABLE "ad_reports" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_reports_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" text NOT NULL,
	"units" integer NOT NULL,
	"reference" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ad_reports_units" CHECK ("ad_reports"."units" > 0)
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
	"appeal_by" timestamp (3) with time zone,
	"hold_id" text,
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
CREATE TABLE "anchor_heads" (
	"anchor" bigint NOT NULL,
	"chain" text NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "anchor_heads_anchor_chain_pk" PRIMARY KEY("anchor","chain")
);
--> statement-breakpoint
CREATE TABLE "anchor_rows" (
	"anchor" bigint NOT NULL,
	"table" text NOT NULL,
	"key" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "anchor_rows_table_key_pk" PRIMARY KEY("table","key")
);
--> statement-breakpoint
CREATE TABLE "anchors" (
	"number" bigint PRIMARY KEY NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "carriers" (
	"name" text PRIMARY KEY NOT NULL,
	"tracking_url" text,
	"added_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "carriers_tracking_url_unique" UNIQUE("tracking_url")
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "checkpoints_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"status" text NOT NULL,
	"place" text NOT NULL,
	"time_zone" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
	"reference" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"replied_at" timestamp (3) with time zone,
	CONSTRAINT "comments_reference" UNIQUE("shop_id","reference"),
	CONSTRAINT "comments_rating" CHECK ("comments"."rating" between 1 and 5),
	CONSTRAINT "comments_signed" CHECK (("comments"."by" = 'merchant') = ("comments"."signature" is not null))
);
--> statement-breakpoint
CREATE TABLE "corrections" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"ref" text NOT NULL,
	"amount" bigint NOT NULL,
	"taken" bigint NOT NULL,
	"reason" text NOT NULL,
	"actor" text NOT NULL,
	"state" text NOT NULL,
	"statement_id" text NOT NULL,
	"hold_id" text NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"post_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"expired_at" timestamp (3) with time zone,
	CONSTRAINT "corrections_taken" CHECK ("corrections"."taken" > 0 and "corrections"."amount" >= 0),
	CONSTRAINT "corrections_expired" CHECK ("corrections"."expired_at" is null or "corrections"."state" = 'dropped'),
	CONSTRAINT "corrections_ended" CHECK (("corrections"."state" in ('posted', 'dropped')) = ("corrections"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "credit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"change" integer NOT NULL,
	"code" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ref" text NOT NULL,
	"statement_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credit_log_statement" CHECK ("credit_log"."change" > 0 or "credit_log"."statement_id" is not null)
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
CREATE TABLE "due_failures" (
	"work" text NOT NULL,
	"row_id" text NOT NULL,
	"failures" integer NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"error" text NOT NULL,
	CONSTRAINT "due_failures_work_row_id_pk" PRIMARY KEY("work","row_id")
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"chain" text NOT NULL,
	"seq" bigint NOT NULL,
	"position" integer NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"kind" text NOT NULL,
	"kind_in" bigint NOT NULL,
	"kind_out" bigint NOT NULL,
	CONSTRAINT "entries_chain_seq_position_pk" PRIMARY KEY("chain","seq","position"),
	CONSTRAINT "entries_account_seq" UNIQUE("account","seq"),
	CONSTRAINT "entries_not_zero" CHECK ("entries"."amount" <> 0)
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
CREATE TABLE "file_bodies" (
	"file_id" text NOT NULL,
	"position" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "file_bodies_file_id_position_pk" PRIMARY KEY("file_id","position")
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
CREATE TABLE "friends" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"user_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "friends_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "goods" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"no" text NOT NULL,
	"type_id" text NOT NULL,
	"name" text NOT NULL,
	"translations" jsonb,
	"images" jsonb NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"text_translations" jsonb,
	"ships_from" text,
	"delivery" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cost" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"suggested_price" bigint NOT NULL,
	"stock" integer NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "goods_code_unique" UNIQUE("code"),
	CONSTRAINT "goods_no_unique" UNIQUE("no"),
	CONSTRAINT "goods_positive" CHECK ("goods"."cost" > 0 and "goods"."shipping" >= 0 and "goods"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "goods_days" (
	"shop_id" text NOT NULL,
	"day" date NOT NULL,
	"goods_id" text NOT NULL,
	"sold" bigint DEFAULT 0 NOT NULL,
	"returned" bigint DEFAULT 0 NOT NULL,
	"profit" bigint DEFAULT 0 NOT NULL,
	"refunds" bigint DEFAULT 0 NOT NULL,
	"ads" bigint DEFAULT 0 NOT NULL,
	"estimated" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "goods_days_shop_id_day_goods_id_pk" PRIMARY KEY("shop_id","day","goods_id")
);
--> statement-breakpoint
CREATE TABLE "goods_outcomes" (
	"goods_id" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"order_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"days" integer NOT NULL,
	"came_back" boolean NOT NULL,
	CONSTRAINT "goods_outcomes_goods_id_ended_at_order_id_pk" PRIMARY KEY("goods_id","ended_at","order_id")
);
--> statement-breakpoint
CREATE TABLE "goods_totals" (
	"shop_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"sold" bigint DEFAULT 0 NOT NULL,
	"returned" bigint DEFAULT 0 NOT NULL,
	"profit" bigint DEFAULT 0 NOT NULL,
	"refunds" bigint DEFAULT 0 NOT NULL,
	"ads" bigint DEFAULT 0 NOT NULL,
	"estimated" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "goods_totals_shop_id_goods_id_pk" PRIMARY KEY("shop_id","goods_id")
);
--> statement-breakpoint
CREATE TABLE "goods_types" (
	"id" text PRIMARY KEY NOT NULL,
	"parent_id" text,
	"name" text NOT NULL,
	"translations" jsonb,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason_code" text NOT NULL,
	"text" text NOT NULL,
	"ref" text NOT NULL,
	"statement_id" text,
	"since" timestamp (3) with time zone NOT NULL,
	"release_at" timestamp (3) with time zone,
	"condition" text,
	"review_by" timestamp (3) with time zone NOT NULL,
	"appeal_url" text,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "holds_explained" CHECK ("holds"."reason_code" = 'withdrawal' or ("holds"."statement_id" is not null and "holds"."appeal_url" is not null))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"shop_id" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"reply" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_shop_id_operation_key_pk" PRIMARY KEY("shop_id","operation","key")
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
CREATE TABLE "ledger_heads" (
	"chain" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
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
	"topic" text,
	"order_id" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"link" text,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "operator_terms" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_terms_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"terms" jsonb NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ops_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"roles" jsonb NOT NULL,
	"key_hash" text NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "ops_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"event" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor" text NOT NULL,
	"reason_code" text,
	"reason" text,
	"purchase" bigint NOT NULL,
	"profit" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"position" integer NOT NULL,
	"goods_id" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"quantity" integer NOT NULL,
	"price" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"shop_id" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"funding" text NOT NULL,
	"funding_reason" text,
	"buyer_masked" text NOT NULL,
	"buyer_words" text[] DEFAULT '{}' NOT NULL,
	"destination" text,
	"buyer_payment_ref" text NOT NULL,
	"payment_reference" text,
	"buyer_paid_at" timestamp (3) with time zone NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"note" text,
	"search" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"auto_accept_days" integer NOT NULL,
	"return_window_days" integer NOT NULL,
	"auto_accepted" boolean DEFAULT false NOT NULL,
	"carrier" text,
	"tracking_no" text,
	"end_reason" text,
	"case_id" text,
	"case_reason" text,
	"case_since" timestamp (3) with time zone,
	"case_act_by" timestamp (3) with time zone,
	"had_case" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_no_unique" UNIQUE("no"),
	CONSTRAINT "orders_amounts" CHECK ("orders"."amount" > 0 and "orders"."cost" > 0 and "orders"."fee" >= 0),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded" >= 0 and "orders"."refunded" <= "orders"."amount"),
	CONSTRAINT "orders_funding" CHECK (("orders"."funding" = 'wallet') = ("orders"."funding_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL,
	"unused_since" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "qualifications" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"url" text NOT NULL,
	"file_id" text,
	"status" text NOT NULL,
	"reason" text,
	"note" text,
	"added_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	CONSTRAINT "qualifications_file_id_unique" UNIQUE("file_id")
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"refs" jsonb NOT NULL,
	"total" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
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
	"send_back_overdue_at" timestamp (3) with time zone,
	"send_back_statement_id" text,
	CONSTRAINT "recharges_no_unique" UNIQUE("no"),
	CONSTRAINT "recharges_amounts" CHECK ("recharges"."amount" > 0 and ("recharges"."received" is null or "recharges"."received" > 0)),
	CONSTRAINT "recharges_step" CHECK ("recharges"."status" = case "recharges"."step" when 'under_review' then 'moderated' when 'confirmed' then 'completed' else 'failed' end),
	CONSTRAINT "recharges_received" CHECK (("recharges"."step" = 'confirmed') = ("recharges"."received" is not null)),
	CONSTRAINT "recharges_reason" CHECK ("recharges"."reason_code" is not null or ("recharges"."step" <> 'rejected' and coalesce("recharges"."received", "recharges"."amount") = "recharges"."amount"))
);
--> statement-breakpoint
CREATE TABLE "repricings" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"prices" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "restrictions" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text,
	"statement_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"review_by" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" text,
	"lift_reason" text
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"text" text NOT NULL,
	"rating" smallint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_replies_text" UNIQUE("shop_id","text")
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"confined" boolean DEFAULT false NOT NULL
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
CREATE TABLE "shop_counts" (
	"shop_id" text NOT NULL,
	"name" text collate "C" NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "shop_counts_shop_id_name_pk" PRIMARY KEY("shop_id","name")
);
--> statement-breakpoint
CREATE TABLE "shop_days" (
	"shop_id" text NOT NULL,
	"day" date NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"reports" bigint DEFAULT 0 NOT NULL,
	"placed" bigint DEFAULT 0 NOT NULL,
	"purchase" bigint DEFAULT 0 NOT NULL,
	"settled" bigint DEFAULT 0 NOT NULL,
	"estimated" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "shop_days_shop_id_day_pk" PRIMARY KEY("shop_id","day")
);
--> statement-breakpoint
CREATE TABLE "shop_deltas" (
	"shop_id" text NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shop_deltas_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone,
	"value" bigint NOT NULL,
	CONSTRAINT "shop_deltas_shop_id_seq_pk" PRIMARY KEY("shop_id","seq")
);
--> statement-breakpoint
CREATE TABLE "shop_figures" (
	"shop_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	"reports" bigint DEFAULT 0 NOT NULL,
	"placed" bigint DEFAULT 0 NOT NULL,
	"purchase" bigint DEFAULT 0 NOT NULL,
	"settled" bigint DEFAULT 0 NOT NULL,
	"estimated" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "shop_figures_shop_id_at_pk" PRIMARY KEY("shop_id","at")
);
--> statement-breakpoint
CREATE TABLE "shop_terms" (
	"shop_id" text NOT NULL,
	"terms_seq" bigint NOT NULL,
	"terms" jsonb NOT NULL,
	"old_terms" jsonb NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"raised_from" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shop_terms_shop_id_terms_seq_pk" PRIMARY KEY("shop_id","terms_seq")
);
--> statement-breakpoint
CREATE TABLE "shops" (
	"id" text PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"name" text NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"logo_file_id" text,
	"address" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"level" text DEFAULT 'shop' NOT NULL,
	"time_zone" text NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"deposit_required" bigint DEFAULT 0 NOT NULL,
	"closing_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closing_reason" text,
	"credit" integer,
	"terms_seq" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shops_no_unique" UNIQUE("no")
);
--> statement-breakpoint
CREATE TABLE "showcase" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"goods_id" text NOT NULL,
	"selling_price" bigint NOT NULL,
	"listed_cost" bigint NOT NULL,
	"status" text NOT NULL,
	"unlist_reason" text,
	"statement_id" text,
	"listed_at" timestamp (3) with time zone NOT NULL,
	"unlisted_at" timestamp (3) with time zone,
	CONSTRAINT "showcase_shop_goods" UNIQUE("shop_id","goods_id"),
	CONSTRAINT "showcase_reason" CHECK (("showcase"."status" = 'unlisted') = ("showcase"."unlist_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "showcase_removals" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"showcase_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slides" (
	"id" text PRIMARY KEY NOT NULL,
	"position" text NOT NULL,
	"rank" integer NOT NULL,
	"image_url" text NOT NULL,
	"alt" text NOT NULL,
	"translations" jsonb,
	"link" text,
	"advertiser" text,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"withdraw_reason" text
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"facts" text NOT NULL,
	"rule" text NOT NULL,
	"appeal" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actor" text NOT NULL,
	"subject" text,
	"until" timestamp (3) with time zone,
	"review_by" timestamp (3) with time zone,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "traffic_reports" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "traffic_reports_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" text NOT NULL,
	"reference" text NOT NULL,
	"day" date NOT NULL,
	"hour" smallint,
	"at" timestamp (3) with time zone NOT NULL,
	"visitors" integer,
	"clicks" jsonb,
	"actor" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "traffic_reports_reference" UNIQUE("shop_id","reference"),
	CONSTRAINT "traffic_reports_hour" CHECK ("traffic_reports"."hour" between 0 and 23),
	CONSTRAINT "traffic_reports_visitors" CHECK ("traffic_reports"."visitors" >= 0)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"chain" text NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"shop_id" text,
	"actor" text NOT NULL,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"details_hash" text,
	CONSTRAINT "transactions_chain_seq_pk" PRIMARY KEY("chain","seq"),
	CONSTRAINT "transactions_kind_ref" UNIQUE("kind","ref")
);
--> statement-breakpoint
CREATE TABLE "unanchored_rows" (
	"table" text NOT NULL,
	"key" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "unanchored_rows_table_key_pk" PRIMARY KEY("table","key")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"username" text NOT NULL,
	"name_key" text,
	"password_hash" text NOT NULL,
	"pay_password_hash" text,
	"pay_failures" integer DEFAULT 0 NOT NULL,
	"pay_locked_until" timestamp (3) with time zone,
	"pay_usable_from" timestamp (3) with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"permissions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"lang" text,
	"partner_ref" text,
	"terms_version" text,
	"terms_at" timestamp (3) with time zone,
	"invite" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_username_unique" UNIQUE("username"),
	CONSTRAINT "users_name_key_unique" UNIQUE("name_key"),
	CONSTRAINT "users_partner_ref_unique" UNIQUE("partner_ref")
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
CREATE TABLE "webhook_dead_letters" (
	"endpoint_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"position" bigint NOT NULL,
	"event_id" text NOT NULL,
	"kind" text NOT NULL,
	"error" text NOT NULL,
	"died_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_dead_letters_endpoint_id_shop_id_position_pk" PRIMARY KEY("endpoint_id","shop_id","position")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"kinds" text[] NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_lanes" (
	"endpoint_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"after" bigint NOT NULL,
	"latest" bigint NOT NULL,
	"replay_after" bigint,
	"next_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"error" text,
	CONSTRAINT "webhook_lanes_endpoint_id_shop_id_pk" PRIMARY KEY("endpoint_id","shop_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_outbox" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_outbox_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
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
	"paying_until" timestamp (3) with time zone,
	"paying_starts" integer DEFAULT 0 NOT NULL,
	"overdue_at" timestamp (3) with time zone,
	"overdue_statement_id" text,
	"recalled_at" timestamp (3) with time zone,
	"recall_hold_id" text,
	"recall_ended_at" timestamp (3) with time zone,
	"lost_at" timestamp (3) with time zone,
	"sent_back_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "withdrawals_no_unique" UNIQUE("no"),
	CONSTRAINT "withdrawals_recalled" CHECK ("withdrawals"."recalled_at" is null or "withdrawals"."step" = 'sent' or "withdrawals"."recall_ended_at" is not null),
	CONSTRAINT "withdrawals_amounts" CHECK ("withdrawals"."fee" >= 0 and "withdrawals"."amount" > "withdrawals"."fee"),
	CONSTRAINT "withdrawals_step" CHECK ("withdrawals"."status" = case when "withdrawals"."step" in ('submitted', 'sent') then 'moderated' when "withdrawals"."step" = 'paid' then 'completed' else 'failed' end),
	CONSTRAINT "withdrawals_reason" CHECK ("withdrawals"."step" not in ('rejected', 'returned') or "withdrawals"."reason_code" is not null)
);
--> statement-breakpoint
ALTER TABLE "ad_events" ADD CONSTRAINT "ad_events_purchase_id_ad_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."ad_purchases"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ad_purchases" ADD CONSTRAINT "ad_purchases_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ad_purchases" ADD CONSTRAINT "ad_purchases_ad_id_ad_offers_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ad_offers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ad_purchases" ADD CONSTRAINT "ad_purchases_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ad_reports" ADD CONSTRAINT "ad_reports_purchase_id_ad_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."ad_purchases"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "after_sale_cases" ADD CONSTRAINT "after_sale_cases_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "after_sale_cases" ADD CONSTRAINT "after_sale_cases_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "after_sale_cases" ADD CONSTRAINT "after_sale_cases_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "after_sale_events" ADD CONSTRAINT "after_sale_events_case_id_after_sale_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."after_sale_cases"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "after_sale_evidence" ADD CONSTRAINT "after_sale_evidence_case_id_after_sale_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."after_sale_cases"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "anchor_heads" ADD CONSTRAINT "anchor_heads_anchor_anchors_number_fk" FOREIGN KEY ("anchor") REFERENCES "public"."anchors"("number") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "anchor_rows" ADD CONSTRAINT "anchor_rows_anchor_anchors_number_fk" FOREIGN KEY ("anchor") REFERENCES "public"."anchors"("number") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "article_texts" ADD CONSTRAINT "article_texts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "checkpoints" ADD CONSTRAINT "checkpoints_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_log" ADD CONSTRAINT "credit_log_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_log" ADD CONSTRAINT "credit_log_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deposit_returns" ADD CONSTRAINT "deposit_returns_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_chain_seq_transactions_chain_seq_fk" FOREIGN KEY ("chain","seq") REFERENCES "public"."transactions"("chain","seq") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "file_bodies" ADD CONSTRAINT "file_bodies_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "friends" ADD CONSTRAINT "friends_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "friends" ADD CONSTRAINT "friends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_type_id_goods_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."goods_types"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "goods_outcomes" ADD CONSTRAINT "goods_outcomes_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_front_file_id_files_id_fk" FOREIGN KEY ("front_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_back_file_id_files_id_fk" FOREIGN KEY ("back_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_events" ADD CONSTRAINT "identity_events_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_friend_id_friends_id_fk" FOREIGN KEY ("friend_id") REFERENCES "public"."friends"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notice_heads" ADD CONSTRAINT "notice_heads_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_channel_id_recharge_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."recharge_channels"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_certificate_file_id_files_id_fk" FOREIGN KEY ("certificate_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_send_back_statement_id_statements_id_fk" FOREIGN KEY ("send_back_statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "repricings" ADD CONSTRAINT "repricings_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "restrictions" ADD CONSTRAINT "restrictions_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shop_changes" ADD CONSTRAINT "shop_changes_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shop_terms" ADD CONSTRAINT "shop_terms_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shop_terms" ADD CONSTRAINT "shop_terms_terms_seq_operator_terms_seq_fk" FOREIGN KEY ("terms_seq") REFERENCES "public"."operator_terms"("seq") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "showcase" ADD CONSTRAINT "showcase_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "showcase" ADD CONSTRAINT "showcase_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "showcase_removals" ADD CONSTRAINT "showcase_removals_showcase_id_showcase_id_fk" FOREIGN KEY ("showcase_id") REFERENCES "public"."showcase"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "traffic_reports" ADD CONSTRAINT "traffic_reports_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_dead_letters" ADD CONSTRAINT "webhook_dead_letters_endpoint_id_shop_id_webhook_lanes_endpoint_id_shop_id_fk" FOREIGN KEY ("endpoint_id","shop_id") REFERENCES "public"."webhook_lanes"("endpoint_id","shop_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD CONSTRAINT "webhook_lanes_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withdrawal_accounts" ADD CONSTRAINT "withdrawal_accounts_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withdrawal_steps" ADD CONSTRAINT "withdrawal_steps_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_overdue_statement_id_statements_id_fk" FOREIGN KEY ("overdue_statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_recall_hold_id_holds_id_fk" FOREIGN KEY ("recall_hold_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "accounts_shop" ON "accounts" USING btree ("shop_id");
--> statement-breakpoint
CREATE INDEX "ad_events_purchase" ON "ad_events" USING btree ("purchase_id","at");
--> statement-breakpoint
CREATE INDEX "ad_offers_new" ON "ad_offers" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "ad_purchases_shop" ON "ad_purchases" USING btree ("shop_id","starts_at","id");
--> statement-breakpoint
CREATE INDEX "ad_purchases_running" ON "ad_purchases" USING btree ("shop_id") WHERE "ad_purchases"."status" = 'running';
--> statement-breakpoint
CREATE INDEX "ad_purchases_due" ON "ad_purchases" USING btree ("due_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "ad_reports_reference" ON "ad_reports" USING btree (regexp_replace(upper("reference"), '[^A-Z0-9]', '', 'g'));
--> statement-breakpoint
CREATE INDEX "ad_reports_purchase" ON "ad_reports" USING btree ("purchase_id","seq");
--> statement-breakpoint
CREATE UNIQUE INDEX "after_sale_cases_open" ON "after_sale_cases" USING btree ("order_id") WHERE "after_sale_cases"."state" <> 'closed';
--> statement-breakpoint
CREATE INDEX "after_sale_cases_order" ON "after_sale_cases" USING btree ("order_id","opened_at");
--> statement-breakpoint
CREATE INDEX "after_sale_cases_due" ON "after_sale_cases" USING btree ("due_at") WHERE "after_sale_cases"."due_at" is not null;
--> statement-breakpoint
CREATE INDEX "after_sale_cases_to_review" ON "after_sale_cases" USING btree ("due_at") WHERE "after_sale_cases"."state" = 'platform_review' and "after_sale_cases"."appeal_by" is null;
--> statement-breakpoint
CREATE INDEX "after_sale_events_case" ON "after_sale_events" USING btree ("case_id","seq");
--> statement-breakpoint
CREATE INDEX "after_sale_evidence_case" ON "after_sale_evidence" USING btree ("case_id","seq");
--> statement-breakpoint
CREATE INDEX "anchor_heads_chain" ON "anchor_heads" USING btree ("chain","seq");
--> statement-breakpoint
CREATE INDEX "anchor_rows_anchor" ON "anchor_rows" USING btree ("anchor");
--> statement-breakpoint
CREATE INDEX "appeals_queue" ON "appeals" USING btree ("status","decide_by");
--> statement-breakpoint
CREATE INDEX "article_texts_lang" ON "article_texts" USING btree ("lang");
--> statement-breakpoint
CREATE UNIQUE INDEX "carriers_spelling" ON "carriers" USING btree (lower("name"));
--> statement-breakpoint
CREATE INDEX "checkpoints_order" ON "checkpoints" USING btree ("order_id","at");
--> statement-breakpoint
CREATE INDEX "comments_shop" ON "comments" USING btree ("shop_id","created_at","id") WHERE "comments"."parent_id" is null;
--> statement-breakpoint
CREATE INDEX "comments_rating" ON "comments" USING btree ("shop_id","rating","created_at","id") WHERE "comments"."parent_id" is null;
--> statement-breakpoint
CREATE INDEX "comments_goods_rating" ON "comments" USING btree ("shop_id","goods_id","rating","created_at","id") WHERE "comments"."parent_id" is null;
--> statement-breakpoint
CREATE INDEX "comments_unanswered" ON "comments" USING btree ("shop_id","created_at","id") WHERE "comments"."by" = 'buyer' and "comments"."content" <> '' and "comments"."replied_at" is null;
--> statement-breakpoint
CREATE INDEX "comments_written" ON "comments" USING btree (((extract(epoch from "created_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint),"id") WHERE "comments"."by" = 'buyer' and "comments"."content" <> '';
--> statement-breakpoint
CREATE INDEX "comments_order" ON "comments" USING btree ("order_id","created_at");
--> statement-breakpoint
CREATE INDEX "comments_goods" ON "comments" USING btree ("shop_id","goods_id","created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "comments_reply" ON "comments" USING btree ("parent_id") WHERE "comments"."parent_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "comments_own" ON "comments" USING btree ("order_id") WHERE "comments"."by" = 'merchant' and "comments"."parent_id" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "comments_rated" ON "comments" USING btree ("order_id") WHERE "comments"."rating" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_standing" ON "corrections" USING btree ("shop_id","seq") WHERE "corrections"."state" <> 'dropped';
--> statement-breakpoint
CREATE INDEX "corrections_seq" ON "corrections" USING btree ("shop_id","seq");
--> statement-breakpoint
CREATE INDEX "corrections_due" ON "corrections" USING btree ("due_at") WHERE "corrections"."due_at" is not null;
--> statement-breakpoint
CREATE INDEX "corrections_statement" ON "corrections" USING btree ("statement_id");
--> statement-breakpoint
CREATE INDEX "credit_log_shop" ON "credit_log" USING btree ("shop_id","at");
--> statement-breakpoint
CREATE INDEX "credit_log_of_statement" ON "credit_log" USING btree ("statement_id") WHERE "credit_log"."statement_id" is not null;
--> statement-breakpoint
CREATE INDEX "decision_log_name" ON "decision_log" USING btree ("name","at");
--> statement-breakpoint
CREATE INDEX "deposit_returns_shop" ON "deposit_returns" USING btree ("shop_id","told_at");
--> statement-breakpoint
CREATE INDEX "deposit_returns_open" ON "deposit_returns" USING btree ("shop_id") WHERE "deposit_returns"."ended_at" is null;
--> statement-breakpoint
CREATE INDEX "deposit_returns_due" ON "deposit_returns" USING btree ("due_at") WHERE "deposit_returns"."ended_at" is null;
--> statement-breakpoint
CREATE INDEX "due_failures_next" ON "due_failures" USING btree ("next_try_at");
--> statement-breakpoint
CREATE INDEX "entries_kind" ON "entries" USING btree ("account","kind","seq");
--> statement-breakpoint
CREATE INDEX "feedback_shop" ON "feedback" USING btree ("shop_id","replied_at");
--> statement-breakpoint
CREATE INDEX "feedback_open" ON "feedback" USING btree ("replied_at","reply_by");
--> statement-breakpoint
CREATE INDEX "files_shop" ON "files" USING btree ("shop_id","created_at");
--> statement-breakpoint
CREATE INDEX "files_moving" ON "files" USING btree ("created_at") WHERE "files"."place" in ('database', 'moving');
--> statement-breakpoint
CREATE INDEX "files_unused" ON "files" USING btree ("created_at") WHERE "files"."used_at" is null and "files"."removed_at" is null;
--> statement-breakpoint
CREATE INDEX "files_removed" ON "files" USING btree ("removed_at") WHERE "files"."removed_at" is not null and "files"."place" <> 'gone';
--> statement-breakpoint
CREATE INDEX "friends_shop" ON "friends" USING btree ("shop_id","invited_at","id");
--> statement-breakpoint
CREATE INDEX "goods_new" ON "goods" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "goods_type" ON "goods" USING btree ("type_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "goods_offered" ON "goods" USING btree ("created_at","id") WHERE "goods"."withdrawn_at" is null;
--> statement-breakpoint
CREATE INDEX "goods_low" ON "goods" USING btree ("stock","id") WHERE "goods"."withdrawn_at" is null;
--> statement-breakpoint
CREATE INDEX "goods_off" ON "goods" USING btree ("created_at","id") WHERE "goods"."withdrawn_at" is not null;
--> statement-breakpoint
CREATE INDEX "goods_offered_type" ON "goods" USING btree ("type_id","created_at","id") WHERE "goods"."withdrawn_at" is null;
--> statement-breakpoint
CREATE INDEX "holds_shop" ON "holds" USING btree ("shop_id");
--> statement-breakpoint
CREATE INDEX "holds_ref" ON "holds" USING btree ("shop_id","ref");
--> statement-breakpoint
CREATE INDEX "holds_open" ON "holds" USING btree ("shop_id","since","id") WHERE "holds"."released_at" is null;
--> statement-breakpoint
CREATE INDEX "holds_decided" ON "holds" USING btree ("shop_id","released_at") WHERE "holds"."reason_code" in ('dispute', 'legal', 'risk');
--> statement-breakpoint
CREATE INDEX "holds_review" ON "holds" USING btree ("review_by") WHERE "holds"."released_at" is null;
--> statement-breakpoint
CREATE INDEX "idempotency_keys_lookup" ON "idempotency_keys" USING btree ("shop_id","key");
--> statement-breakpoint
CREATE INDEX "identities_queue" ON "identities" USING btree ("status","review_by");
--> statement-breakpoint
CREATE INDEX "identities_expiry" ON "identities" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "identity_events_shop" ON "identity_events" USING btree ("shop_id","at");
--> statement-breakpoint
CREATE INDEX "invitations_shop" ON "invitations" USING btree ("shop_id","created_at");
--> statement-breakpoint
CREATE INDEX "invitations_open" ON "invitations" USING btree ("shop_id","expires_at") WHERE "invitations"."used_at" is null;
--> statement-breakpoint
CREATE INDEX "login_attempts_last" ON "login_attempts" USING btree ("last_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "notices_shop" ON "notices" USING btree ("shop_id","seq");
--> statement-breakpoint
CREATE UNIQUE INDEX "notices_topic" ON "notices" USING btree ("shop_id","topic");
--> statement-breakpoint
CREATE INDEX "notices_type" ON "notices" USING btree ("shop_id","type","seq");
--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("shop_id","seq") WHERE "notices"."read_at" is null;
--> statement-breakpoint
CREATE INDEX "ops_keys_new" ON "ops_keys" USING btree ("created_at","key_hash");
--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","seq");
--> statement-breakpoint
CREATE INDEX "order_events_shop" ON "order_events" USING btree ("shop_id","at");
--> statement-breakpoint
CREATE INDEX "order_events_seq" ON "order_events" USING btree ("shop_id","seq");
--> statement-breakpoint
CREATE INDEX "order_events_settled" ON "order_events" USING btree ("seq") WHERE "order_events"."event" = 'settle';
--> statement-breakpoint
CREATE INDEX "order_items_order" ON "order_items" USING btree ("order_id","position");
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment_reference" ON "orders" USING btree (regexp_replace(upper("payment_reference"), '[^A-Z0-9]', '', 'g')) WHERE "orders"."payment_reference" is not null;
--> statement-breakpoint
CREATE INDEX "orders_new" ON "orders" USING btree ("shop_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("shop_id","status","created_at","id");
--> statement-breakpoint
CREATE INDEX "orders_release" ON "orders" USING btree ("shop_id","status","due_at","id");
--> statement-breakpoint
CREATE INDEX "orders_delivered" ON "orders" USING btree ("shop_id","status","delivered_at") WHERE "orders"."delivered_at" is not null;
--> statement-breakpoint
CREATE INDEX "orders_placed" ON "orders" USING btree (((extract(epoch from "created_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint),"id");
--> statement-breakpoint
CREATE INDEX "orders_placed_status" ON "orders" USING btree ("status",((extract(epoch from "created_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint),"id");
--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("due_at");
--> statement-breakpoint
CREATE INDEX "orders_case" ON "orders" USING btree ("shop_id","created_at","id") WHERE "orders"."case_since" is not null;
--> statement-breakpoint
CREATE INDEX "orders_case_status" ON "orders" USING btree ("shop_id","status","created_at","id") WHERE "orders"."case_since" is not null;
--> statement-breakpoint
CREATE INDEX "orders_had_case" ON "orders" USING btree ("shop_id","created_at","id") WHERE "orders"."had_case";
--> statement-breakpoint
CREATE INDEX "orders_act" ON "orders" USING btree ("shop_id",(case when "status" = 'pending_payment' then ((extract(epoch from "due_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)
  when "case_act_by" is not null then ((extract(epoch from "case_act_by" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)
  else 1000000000000000 - ((extract(epoch from "created_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint) end),"id");
--> statement-breakpoint
CREATE INDEX "orders_act_status" ON "orders" USING btree ("shop_id","status",(case when "status" = 'pending_payment' then ((extract(epoch from "due_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)
  when "case_act_by" is not null then ((extract(epoch from "case_act_by" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)
  else 1000000000000000 - ((extract(epoch from "created_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint) end),"id");
--> statement-breakpoint
CREATE INDEX "orders_act_case" ON "orders" USING btree ("shop_id",(case when "status" = 'pending_payment' then ((extract(epoch from "due_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)
  when "case_act_by" is not null then ((extract(epoch from "case_act_by" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)
  else 1000000000000000 - ((extract(epoch from "created_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint) end),"id") WHERE "orders"."case_since" is not null;
--> statement-breakpoint
CREATE INDEX "orders_act_had_case" ON "orders" USING btree ("shop_id",(case when "status" = 'pending_payment' then ((extract(epoch from "due_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)
  when "case_act_by" is not null then ((extract(epoch from "case_act_by" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)
  else 1000000000000000 - ((extract(epoch from "created_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint) end),"id") WHERE "orders"."had_case";
--> statement-breakpoint
CREATE INDEX "orders_no" ON "orders" USING btree ("shop_id","no" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "orders_release_status" ON "orders" USING btree ("shop_id","status",(case when "status" = 'waiting_for_withdrawal' then ((extract(epoch from "due_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)
  else 1000000000000000 - ((extract(epoch from "created_at" - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint) end),"id");
--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ((search_grams("shop_id", "search") || "buyer_words")) WITH (gin_pending_list_limit=64);
--> statement-breakpoint
CREATE INDEX "pictures_unused" ON "pictures" USING btree ("unused_since","name") WHERE "pictures"."unused_since" is not null;
--> statement-breakpoint
CREATE INDEX "qualifications_shop" ON "qualifications" USING btree ("shop_id");
--> statement-breakpoint
CREATE INDEX "qualifications_open" ON "qualifications" USING btree ("added_at") WHERE "qualifications"."status" = 'applying';
--> statement-breakpoint
CREATE INDEX "quotes_expires" ON "quotes" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "recharges_sent_back_proof" ON "recharges" USING btree (regexp_replace(upper("sent_back_proof"), '[^A-Z0-9]', '', 'g')) WHERE "recharges"."sent_back_proof" is not null;
--> statement-breakpoint
CREATE INDEX "recharges_to_send_back" ON "recharges" USING btree ("decided_at") WHERE "recharges"."arrived" is not null and "recharges"."sent_back_at" is null;
--> statement-breakpoint
CREATE INDEX "recharges_comparable_payment" ON "recharges" USING btree (coalesce(nullif(regexp_replace(upper("proof"), '[^A-Z0-9]', '', 'g'), ''), regexp_replace(upper("proof"), '[\u0001-\u00bf\u0300-\u036f\u060c\u061b\u061f\u0640\u066a-\u066d\u06d4\u2000-\u2bff\u3000-\u303f\u30fb\u30fc\u3164\ufe00-\ufe0f]', '', 'g')));
--> statement-breakpoint
CREATE INDEX "recharges_plain_proof" ON "recharges" USING btree (upper(replace(replace("proof", ' ', ''), '-', '')));
--> statement-breakpoint
CREATE INDEX "recharges_unmoved" ON "recharges" USING btree ("shop_id","seq","id") WHERE "recharges"."status" <> 'completed';
--> statement-breakpoint
CREATE INDEX "recharges_memos" ON "recharges" USING btree ("shop_id",("seq" * 100 + 99),"id") WHERE "recharges"."status" <> 'completed';
--> statement-breakpoint
CREATE INDEX "recharges_capped" ON "recharges" USING btree ("shop_id") WHERE "recharges"."channel_id" is not null and "recharges"."status" <> 'failed';
--> statement-breakpoint
CREATE INDEX "recharges_shop" ON "recharges" USING btree ("shop_id","status");
--> statement-breakpoint
CREATE INDEX "recharges_open" ON "recharges" USING btree ("expected_by") WHERE "recharges"."status" = 'moderated';
--> statement-breakpoint
CREATE INDEX "repricings_shop" ON "repricings" USING btree ("shop_id","at");
--> statement-breakpoint
CREATE INDEX "restrictions_shop" ON "restrictions" USING btree ("shop_id");
--> statement-breakpoint
CREATE INDEX "restrictions_lifted" ON "restrictions" USING btree ("shop_id","lifted_at");
--> statement-breakpoint
CREATE INDEX "restrictions_open" ON "restrictions" USING btree ("shop_id","since","id") WHERE "restrictions"."lifted_at" is null;
--> statement-breakpoint
CREATE INDEX "restrictions_review" ON "restrictions" USING btree ("review_by") WHERE "restrictions"."lifted_at" is null;
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "shop_changes_shop" ON "shop_changes" USING btree ("shop_id","at");
--> statement-breakpoint
CREATE INDEX "shops_terms" ON "shops" USING btree ("terms_seq","created_at") WHERE "shops"."closed_at" is null;
--> statement-breakpoint
CREATE INDEX "shops_closing" ON "shops" USING btree ("closes_at") WHERE "shops"."closes_at" is not null and "shops"."closed_at" is null;
--> statement-breakpoint
CREATE INDEX "showcase_shop" ON "showcase" USING btree ("shop_id","status","listed_at","id");
--> statement-breakpoint
CREATE INDEX "showcase_shown" ON "showcase" USING btree ("shop_id","listed_at","id") WHERE "showcase"."status" = 'listed' or "showcase"."unlist_reason" <> 'merchant';
--> statement-breakpoint
CREATE INDEX "showcase_taken_off" ON "showcase" USING btree ("shop_id","unlisted_at","id") WHERE "showcase"."unlist_reason" <> 'merchant';
--> statement-breakpoint
CREATE INDEX "showcase_goods" ON "showcase" USING btree ("goods_id","status");
--> statement-breakpoint
CREATE INDEX "showcase_removals_shop" ON "showcase_removals" USING btree ("shop_id","at");
--> statement-breakpoint
CREATE INDEX "slides_row" ON "slides" USING btree ("position","rank");
--> statement-breakpoint
CREATE INDEX "statements_shop" ON "statements" USING btree ("shop_id","at","id");
--> statement-breakpoint
CREATE INDEX "statements_subject" ON "statements" USING btree ("subject") WHERE "statements"."subject" is not null;
--> statement-breakpoint
CREATE INDEX "traffic_reports_shop" ON "traffic_reports" USING btree ("shop_id","at");
--> statement-breakpoint
CREATE INDEX "transactions_ref" ON "transactions" USING btree ("ref");
--> statement-breakpoint
CREATE INDEX "transactions_shop" ON "transactions" USING btree ("shop_id","at","seq");
--> statement-breakpoint
CREATE INDEX "users_shop" ON "users" USING btree ("shop_id");
--> statement-breakpoint
CREATE INDEX "verify_codes_expires" ON "verify_codes" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "webhook_dead_letters_position" ON "webhook_dead_letters" USING btree ("position","endpoint_id");
--> statement-breakpoint
CREATE INDEX "webhook_endpoints_open" ON "webhook_endpoints" USING btree ("created_at") WHERE "webhook_endpoints"."ended_at" is null;
--> statement-breakpoint
CREATE INDEX "webhook_events_shop" ON "webhook_events" USING btree ("shop_id","position");
--> statement-breakpoint
CREATE INDEX "webhook_lanes_due" ON "webhook_lanes" USING btree ("endpoint_id","next_at") WHERE "webhook_lanes"."latest" > "webhook_lanes"."after" or "webhook_lanes"."replay_after" is not null;
--> statement-breakpoint
CREATE INDEX "webhook_lanes_failing" ON "webhook_lanes" USING btree ("endpoint_id","failing_since") WHERE "webhook_lanes"."failing_since" is not null;
--> statement-breakpoint
CREATE INDEX "withdrawal_steps_proof" ON "withdrawal_steps" USING btree (regexp_replace(upper("proof"), '[^A-Z0-9]', '', 'g')) WHERE "withdrawal_steps"."proof" is not null;
--> statement-breakpoint
CREATE INDEX "withdrawals_shop" ON "withdrawals" USING btree ("shop_id","status");
--> statement-breakpoint
CREATE INDEX "withdrawals_open" ON "withdrawals" USING btree ("expected_by") WHERE "withdrawals"."status" = 'moderated';
--> statement-breakpoint
CREATE INDEX "withdrawals_sent" ON "withdrawals" USING btree ("expected_by") WHERE "withdrawals"."step" = 'sent';
--> statement-breakpoint
-- Entries and transactions are only ever added: a correction is a new transaction.
CREATE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on % is refused, post a reversal instead', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "transactions"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
--> statement-breakpoint
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "entries"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
--> statement-breakpoint
-- The entries of a transaction are added by one statement, whose sums the database asserts once more.
CREATE FUNCTION ledger_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  SELECT chain, seq INTO wrong FROM added GROUP BY chain, seq HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transaction % of the chain % does not sum to zero', wrong.seq, wrong.chain USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER entries_sum_to_zero AFTER INSERT ON "entries" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_sums_to_zero();
--> statement-breakpoint
-- Locks the end of a chain until the transaction ends, and begins a new chain at number 0.
CREATE FUNCTION ledger_lock(for_chain text) RETURNS "ledger_heads" LANGUAGE plpgsql AS $$
DECLARE
  head "ledger_heads";
BEGIN
  SELECT * INTO head FROM "ledger_heads" WHERE chain = for_chain FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO "ledger_heads" ("chain", "seq", "hash", "at") VALUES (for_chain, 0, repeat('0', 64), 'epoch') ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM "ledger_heads" WHERE chain = for_chain FOR UPDATE;
  END IF;
  RETURN head;
END
$$;
--> statement-breakpoint
-- Posts one transaction, in one round trip and with plans that each session keeps. Everything behind the lock reads what
-- was committed before it. Returns the transaction's number, or null with the account that refuses; null for both where
-- the event was posted before. After anything but a number the caller rolls back.
CREATE FUNCTION ledger_post(
  for_chain text, of_kind text, of_ref text, of_shop text, by_actor text, for_reason text, at_time timestamptz,
  names text[], amounts bigint[], overdrafts boolean[], limits bigint[], for_details_hash text DEFAULT NULL,
  OUT posted bigint, OUT refused text
) LANGUAGE plpgsql AS $$
DECLARE
  head "ledger_heads" := ledger_lock(for_chain);
  -- Statements cut a chain into days: after a clock was put back, a posting with an earlier date would move the
  -- previous one into its own day.
  moment timestamptz(3) := greatest(head.at, at_time);
  number bigint := head.seq + 1;
  lines text := '';
  digest text;
  held bigint;
  came bigint;
  went bigint;
  balances bigint[];
  kind_ins bigint[];
  kind_outs bigint[];
BEGIN
  FOR i IN 1 .. cardinality(names) LOOP
    lines := lines || CASE WHEN i > 1 THEN ',' ELSE '' END || '[' || to_json(names[i]) || ',"' || amounts[i] || '"]';
  END LOOP;
  -- The text from which the audit computes the same hash.
  digest := encode(sha256(convert_to(
    '[' || to_json(head.hash) || ',"' || number || '",' || to_json(of_kind) || ',' || to_json(of_ref) || ',' ||
    coalesce(to_json(of_shop)::text, 'null') || ',' || to_json(by_actor) || ',' ||
    coalesce(to_json(for_reason)::text, 'null') || ',"' ||
    to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",[' || lines || ']' ||
    coalesce(',' || to_json(for_details_hash), '') || ']', 'UTF8')), 'hex');
  INSERT INTO "transactions" ("chain", "seq", "kind", "ref", "shop_id", "actor", "reason", "at", "previous_hash", "hash", "details_hash")
    VALUES (for_chain, number, of_kind, of_ref, of_shop, by_actor, for_reason, moment, head.hash, digest, for_details_hash)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  FOR i IN 1 .. cardinality(names) LOOP
    -- The check and the change are one statement: no other transaction can come between them.
    UPDATE "accounts" SET "balance" = "balance" + amounts[i]
      WHERE id = names[i] AND shop_id IS NOT DISTINCT FROM of_shop AND (overdraft OR "balance" + amounts[i] >= 0)
        AND (limits[i] IS NULL OR "balance" + amounts[i] <= limits[i])
      RETURNING "balance" INTO held;
    IF NOT FOUND AND (overdrafts[i] OR amounts[i] >= 0) AND (limits[i] IS NULL OR amounts[i] <= limits[i]) THEN
      INSERT INTO "accounts" ("id", "shop_id", "balance", "overdraft")
        VALUES (names[i], of_shop, amounts[i], overdrafts[i]) ON CONFLICT DO NOTHING
        RETURNING "balance" INTO held;
    END IF;
    IF NOT FOUND THEN
      refused := names[i];
      RETURN;
    END IF;
    SELECT kind_in, kind_out INTO came, went FROM "entries" WHERE account = names[i] AND kind = of_kind
      ORDER BY seq DESC LIMIT 1;
    balances[i] := held;
    kind_ins[i] := coalesce(came, 0) + greatest(amounts[i], 0);
    kind_outs[i] := coalesce(went, 0) + greatest(-amounts[i], 0);
  END LOOP;
  INSERT INTO "entries"
    ("chain", "seq", "position", "account", "amount", "balance_after", "kind", "kind_in", "kind_out")
    SELECT for_chain, number, place - 1, name, moved, balance, of_kind, ins, outs
    FROM unnest(names, amounts, balances, kind_ins, kind_outs) WITH ORDINALITY AS leg(name, moved, balance, ins, outs, place);
  UPDATE "ledger_heads" SET seq = number, hash = digest, at = moment WHERE chain = for_chain;
  posted := number;
END
$$;
--> statement-breakpoint
-- An order had a case from the moment one is opened.
CREATE FUNCTION orders_had_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.had_case := true;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_had_case BEFORE INSERT OR UPDATE ON "orders"
  FOR EACH ROW WHEN (NEW.case_since IS NOT NULL AND NOT NEW.had_case) EXECUTE FUNCTION orders_had_case();
--> statement-breakpoint
-- What an order's settlement brings its merchant: nothing once it has ended.
CREATE FUNCTION order_net(o "orders") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.status IN ('cancelled', 'refunded') THEN 0 ELSE
    o.amount - o.fee - o.refunded - CASE WHEN o.funding = 'escrow' THEN o.cost ELSE 0 END END
$$;
--> statement-breakpoint
-- The profit of an order, settled or not: none once it has ended.
CREATE FUNCTION order_profit(o "orders") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.status IN ('cancelled', 'refunded') THEN 0 ELSE o.amount - o.refunded - o.fee - o.cost END
$$;
--> statement-breakpoint
-- The profit that an order promises between its payment and its settlement.
CREATE FUNCTION order_estimate(o "orders") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.status IN ('to_be_shipped', 'shipped', 'to_be_accepted', 'accepted', 'pending_settlement')
    THEN o.amount - o.refunded - o.fee - o.cost ELSE 0 END
$$;
--> statement-breakpoint
-- Hours and days of every time zone begin on a quarter hour.
CREATE FUNCTION quarter_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00:00+00')
$$;
--> statement-breakpoint
-- The clicks of a report on all of its articles.
CREATE FUNCTION clicks_of(by_article jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum(value::bigint), 0)::bigint FROM jsonb_each_text(by_article)
$$;
--> statement-breakpoint
-- The totals and figures as their rows say: the audit compares the tables with them.
CREATE VIEW "shop_counts_of_rows" AS
  SELECT shop_id, name, sum(value)::bigint AS "count" FROM (
    SELECT shop_id, name || status AS name, sum(value) AS value FROM "orders" o, LATERAL (VALUES
      ('orders:', 1), ('net:', order_net(o)), ('cases:', (case_since IS NOT NULL)::int),
      ('amount:', amount), ('cost:', cost), ('profit:', order_profit(o))) AS figure (name, value) GROUP BY shop_id, name, status
    UNION ALL SELECT shop_id, 'visitors', sum(visitors) FROM "traffic_reports" GROUP BY shop_id
    UNION ALL SELECT shop_id, 'visitor_reports', count(visitors) FROM "traffic_reports" GROUP BY shop_id
    UNION ALL SELECT shop_id, 'click_reports', count(clicks) FROM "traffic_reports" GROUP BY shop_id
    UNION ALL SELECT shop_id, 'clicks:' || key, sum(value::bigint) FROM "traffic_reports", jsonb_each_text(clicks) GROUP BY shop_id, key
    UNION ALL SELECT shop_id, 'unread', count(*) FROM "notices" WHERE read_at IS NULL GROUP BY shop_id
    UNION ALL SELECT shop_id, 'comments:' || coalesce(rating, 0), count(*) FROM "comments" WHERE "by" = 'buyer' AND parent_id IS NULL GROUP BY shop_id, rating
    UNION ALL SELECT shop_id, 'about:' || goods_id || ':comments:' || coalesce(rating, 0), count(*) FROM "comments" WHERE "by" = 'buyer' AND parent_id IS NULL AND goods_id IS NOT NULL GROUP BY shop_id, rating, goods_id
    UNION ALL SELECT shop_id, 'unanswered', count(*) FROM "comments" WHERE "by" = 'buyer' AND content <> '' AND replied_at IS NULL GROUP BY shop_id
    UNION ALL SELECT shop_id, 'about:' || goods_id || ':unanswered', count(*) FROM "comments" WHERE "by" = 'buyer' AND content <> '' AND goods_id IS NOT NULL AND replied_at IS NULL GROUP BY shop_id, goods_id
  ) counted GROUP BY shop_id, name HAVING sum(value) <> 0;
--> statement-breakpoint
CREATE VIEW "shop_figures_of_rows" AS
  SELECT shop_id, at, sum(clicks)::bigint AS clicks, sum(reports)::bigint AS reports, sum(placed)::bigint AS placed,
    sum(purchase)::bigint AS purchase, sum(settled)::bigint AS settled, sum(estimated)::bigint AS estimated
  FROM (
    SELECT shop_id, quarter_of(at) AS at, sum(clicks_of(clicks)) AS clicks, count(*) AS reports,
      0 AS placed, 0 AS purchase, 0 AS settled, 0 AS estimated
    FROM "traffic_reports" WHERE clicks IS NOT NULL GROUP BY shop_id, quarter_of(at)
    UNION ALL
    SELECT e.shop_id, quarter_of(e.at), 0, 0, count(*) FILTER (WHERE e.event = 'place'), sum(e.purchase), sum(e.profit),
      coalesce(sum(order_estimate(o)) FILTER (WHERE e.event = 'pay'), 0)
    FROM "order_events" e JOIN "orders" o ON o.id = e.order_id GROUP BY e.shop_id, quarter_of(e.at)
  ) counted GROUP BY shop_id, at
  HAVING (sum(clicks), sum(reports), sum(placed), sum(purchase), sum(settled), sum(estimated)) <> (0, 0, 0, 0, 0, 0);
--> statement-breakpoint
-- An order counts in its status; its estimate stands in the quarter hour of its payment until it is settled or ends.
CREATE FUNCTION orders_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shop_deltas (shop_id, name, value)
    SELECT NEW.shop_id, name, sum(value) FROM (VALUES
      ('orders:' || NEW.status, 1), ('net:' || NEW.status, order_net(NEW)), ('cases:' || NEW.status, (NEW.case_since IS NOT NULL)::int),
      ('amount:' || NEW.status, NEW.amount), ('cost:' || NEW.status, NEW.cost), ('profit:' || NEW.status, order_profit(NEW)),
      ('orders:' || OLD.status, -1), ('net:' || OLD.status, -order_net(OLD)), ('cases:' || OLD.status, -(OLD.case_since IS NOT NULL)::int),
      ('amount:' || OLD.status, -OLD.amount), ('cost:' || OLD.status, -OLD.cost), ('profit:' || OLD.status, -order_profit(OLD))
    ) AS changed (name, value) WHERE name IS NOT NULL GROUP BY name HAVING sum(value) <> 0;
  IF TG_OP = 'UPDATE' AND order_estimate(OLD) <> order_estimate(NEW) THEN
    INSERT INTO shop_deltas (shop_id, name, at, value)
      SELECT NEW.shop_id, 'estimated', quarter_of(at), order_estimate(NEW) - order_estimate(OLD)
      FROM order_events WHERE order_id = NEW.id AND event = 'pay';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_to_deltas AFTER INSERT OR UPDATE ON "orders" FOR EACH ROW EXECUTE FUNCTION orders_to_deltas();
--> statement-breakpoint
CREATE FUNCTION order_events_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shop_deltas (shop_id, name, at, value)
    SELECT NEW.shop_id, name, quarter_of(NEW.at), value FROM (VALUES
      ('placed', (NEW.event = 'place')::int), ('purchase', NEW.purchase), ('settled', NEW.profit),
      ('estimated', CASE WHEN NEW.event = 'pay' THEN (SELECT order_estimate(o) FROM orders o WHERE o.id = NEW.order_id) ELSE 0 END)
    ) AS changed (name, value) WHERE value <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER order_events_to_deltas AFTER INSERT ON "order_events" FOR EACH ROW EXECUTE FUNCTION order_events_to_deltas();
--> statement-breakpoint
CREATE FUNCTION traffic_reports_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shop_deltas (shop_id, name, at, value)
    SELECT NEW.shop_id, name, at, value FROM (VALUES
      ('visitors', NULL, NEW.visitors), ('visitor_reports', NULL, (NEW.visitors IS NOT NULL)::int),
      ('click_reports', NULL, (NEW.clicks IS NOT NULL)::int),
      ('reports', quarter_of(NEW.at), (NEW.clicks IS NOT NULL)::int), ('clicks', quarter_of(NEW.at), clicks_of(NEW.clicks))
    ) AS changed (name, at, value) WHERE value <> 0
    UNION ALL SELECT NEW.shop_id, 'clicks:' || key, NULL, value::bigint FROM jsonb_each_text(NEW.clicks);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER traffic_reports_to_deltas AFTER INSERT ON "traffic_reports" FOR EACH ROW EXECUTE FUNCTION traffic_reports_to_deltas();
--> statement-breakpoint
CREATE FUNCTION notices_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO shop_deltas (shop_id, name, value)
      SELECT shop_id, 'unread', count(*) FROM added WHERE read_at IS NULL GROUP BY shop_id;
    RETURN NULL;
  END IF;
  INSERT INTO shop_deltas (shop_id, name, value)
    SELECT shop_id, 'unread', sum(value) FROM (
      SELECT shop_id, 1 AS value FROM added WHERE read_at IS NULL
      UNION ALL SELECT shop_id, -1 FROM replaced WHERE read_at IS NULL
    ) AS changed GROUP BY shop_id HAVING sum(value) <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER notices_added_to_deltas AFTER INSERT ON "notices"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notices_to_deltas();
--> statement-breakpoint
CREATE TRIGGER notices_changed_to_deltas AFTER UPDATE ON "notices"
  REFERENCING NEW TABLE AS added OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION notices_to_deltas();
--> statement-breakpoint
CREATE FUNCTION comments_to_deltas() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added int := (NEW."by" = 'buyer')::int;
  -- A rating without words waits for no reply, though it may have one.
  unanswered int := CASE
    WHEN NEW.parent_id IS NOT NULL THEN -(SELECT (content <> '')::int FROM comments WHERE id = NEW.parent_id)
    WHEN NEW.content <> '' THEN added ELSE 0 END;
BEGIN
  INSERT INTO shop_deltas (shop_id, name, value)
    SELECT NEW.shop_id, name, value FROM (VALUES
      ('comments:' || coalesce(NEW.rating, 0), added),
      ('about:' || NEW.goods_id || ':comments:' || coalesce(NEW.rating, 0), added),
      ('unanswered', unanswered), ('about:' || NEW.goods_id || ':unanswered', unanswered)
    ) AS changed (name, value) WHERE name IS NOT NULL AND value <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER comments_to_deltas AFTER INSERT ON "comments" FOR EACH ROW EXECUTE FUNCTION comments_to_deltas();
--> statement-breakpoint
-- The credit score is in the shop's row and no total as others are: each change of it is made under the lock of that row,
-- and has to know it.
CREATE FUNCTION credit_log_to_shop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shops SET credit = coalesce(credit, 0) + NEW.change WHERE id = NEW.shop_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_log_to_shop AFTER INSERT ON "credit_log" FOR EACH ROW EXECUTE FUNCTION credit_log_to_shop();
--> statement-breakpoint
-- What was decided and why is only ever added to: another view of the same thing is another row.
CREATE FUNCTION row_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused, add another row instead', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE FUNCTION row_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are kept: % is refused, as postings and decisions rest on them', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  only_added text[] := ARRAY[
    'ad_events',
    'ad_reports',
    'after_sale_events',
    'after_sale_evidence',
    'anchor_heads',
    'anchor_rows',
    'anchors',
    'checkpoints',
    'credit_log',
    'decision_log',
    'identity_events',
    'operator_terms',
    'order_events',
    'order_items',
    'shop_changes',
    'shop_terms',
    'statements',
    'traffic_reports',
    'withdrawal_steps'
  ];
  changed_and_kept text[] := ARRAY[
    'accounts',
    'ad_purchases',
    'after_sale_cases',
    'appeals',
    'corrections',
    'deposit_returns',
    'holds',
    'ledger_heads',
    'orders',
    'recharges',
    'restrictions',
    'shops',
    'withdrawals'
  ];
  name text;
BEGIN
  FOREACH name IN ARRAY only_added LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION row_append_only()', name || '_append_only', name);
  END LOOP;
  FOREACH name IN ARRAY changed_and_kept LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION row_kept()', name || '_kept', name);
  END LOOP;
END
$$;
--> statement-breakpoint
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
