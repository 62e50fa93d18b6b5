CREATE TABLE "downloads" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"query" jsonb NOT NULL,
	"lang" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"goods_id" text,
	"order_id" text,
	"stars" smallint,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shop_events_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "goods" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"no" text NOT NULL,
	"type_id" text NOT NULL,
	"name" text NOT NULL,
	"images" jsonb NOT NULL,
	"cost" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"suggested_price" bigint NOT NULL,
	"stock" integer NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "goods_code_unique" UNIQUE("code"),
	CONSTRAINT "goods_no_unique" UNIQUE("no"),
	CONSTRAINT "goods_positive" CHECK ("goods"."cost" > 0 and "goods"."shipping" >= 0 and "goods"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "goods_types" (
	"id" text PRIMARY KEY NOT NULL,
	"parent_id" text,
	"name" text NOT NULL,
	"position" integer NOT NULL
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
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text,
	"balance" bigint NOT NULL,
	"overdraft" boolean NOT NULL,
	CONSTRAINT "accounts_not_negative" CHECK ("accounts"."overdraft" or "accounts"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"seq" bigint NOT NULL,
	"position" integer NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	CONSTRAINT "entries_seq_position_pk" PRIMARY KEY("seq","position"),
	CONSTRAINT "entries_account_seq" UNIQUE("account","seq"),
	CONSTRAINT "entries_not_zero" CHECK ("entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "ledger_head_single" CHECK ("ledger_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"shop_id" text,
	"actor" text NOT NULL,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "transactions_hash_unique" UNIQUE("hash"),
	CONSTRAINT "transactions_kind_ref" UNIQUE("kind","ref")
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"order_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"status" text NOT NULL,
	"place" text NOT NULL,
	"time_zone" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
	"buyer" text NOT NULL,
	"buyer_payment_ref" text NOT NULL,
	"buyer_paid_at" timestamp (3) with time zone NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"search" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"auto_accepted" boolean DEFAULT false NOT NULL,
	"carrier" text,
	"tracking_no" text,
	"end_reason" text,
	"case_id" text,
	"case_reason" text,
	"case_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_no_unique" UNIQUE("no"),
	CONSTRAINT "orders_amounts" CHECK ("orders"."amount" > 0 and "orders"."cost" > 0 and "orders"."fee" >= 0),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded" >= 0 and "orders"."refunded" <= "orders"."amount"),
	CONSTRAINT "orders_funding" CHECK (("orders"."funding" = 'wallet') = ("orders"."funding_reason" is not null))
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
CREATE TABLE "holds" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason_code" text NOT NULL,
	"text" text NOT NULL,
	"ref" text NOT NULL,
	"statement_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"release_at" timestamp (3) with time zone,
	"condition" text,
	"review_by" timestamp (3) with time zone NOT NULL,
	"appeal_url" text NOT NULL,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "restrictions" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"statement_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"review_by" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone
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
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"pay_password_hash" text,
	"pay_failures" integer DEFAULT 0 NOT NULL,
	"pay_locked_until" timestamp (3) with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"permissions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"lang" text,
	"invite" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_username_unique" UNIQUE("username")
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
CREATE TABLE "qualifications" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"url" text NOT NULL,
	"status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shops" (
	"id" text PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"name" text NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"id_number" text DEFAULT '' NOT NULL,
	"id_photo_file_id" text,
	"level" text DEFAULT 'shop' NOT NULL,
	"time_zone" text NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shops_no_unique" UNIQUE("no")
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_events" ADD CONSTRAINT "shop_events_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_type_id_goods_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."goods_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "showcase" ADD CONSTRAINT "showcase_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "showcase" ADD CONSTRAINT "showcase_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "showcase_removals" ADD CONSTRAINT "showcase_removals_showcase_id_showcase_id_fk" FOREIGN KEY ("showcase_id") REFERENCES "public"."showcase"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_seq_transactions_seq_fk" FOREIGN KEY ("seq") REFERENCES "public"."transactions"("seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkpoints" ADD CONSTRAINT "checkpoints_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restrictions" ADD CONSTRAINT "restrictions_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_log" ADD CONSTRAINT "credit_log_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_log" ADD CONSTRAINT "credit_log_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "downloads_expires" ON "downloads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "shop_events_shop" ON "shop_events" USING btree ("shop_id","kind","at");--> statement-breakpoint
CREATE INDEX "shop_events_goods" ON "shop_events" USING btree ("goods_id","kind");--> statement-breakpoint
CREATE INDEX "goods_new" ON "goods" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "goods_type" ON "goods" USING btree ("type_id","created_at","id");--> statement-breakpoint
CREATE INDEX "showcase_shop" ON "showcase" USING btree ("shop_id","status","listed_at","id");--> statement-breakpoint
CREATE INDEX "showcase_goods" ON "showcase" USING btree ("goods_id","status");--> statement-breakpoint
CREATE INDEX "showcase_removals_shop" ON "showcase_removals" USING btree ("shop_id","at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_lookup" ON "idempotency_keys" USING btree ("shop_id","key");--> statement-breakpoint
CREATE INDEX "accounts_shop" ON "accounts" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "transactions_shop" ON "transactions" USING btree ("shop_id","at");--> statement-breakpoint
CREATE INDEX "checkpoints_order" ON "checkpoints" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","seq");--> statement-breakpoint
CREATE INDEX "order_events_shop" ON "order_events" USING btree ("shop_id","at");--> statement-breakpoint
CREATE INDEX "order_items_order" ON "order_items" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "orders_new" ON "orders" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("shop_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_release" ON "orders" USING btree ("shop_id","status","due_at","id");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "quotes_expires" ON "quotes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "holds_shop" ON "holds" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "restrictions_shop" ON "restrictions" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "credit_log_shop" ON "credit_log" USING btree ("shop_id","at");--> statement-breakpoint
CREATE INDEX "qualifications_shop" ON "qualifications" USING btree ("shop_id");
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
-- The sum of a transaction is asserted once more by the database, when it commits.
CREATE FUNCTION ledger_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM "entries" WHERE seq = NEW.seq) <> 0 THEN
    RAISE EXCEPTION 'transaction % does not sum to zero', NEW.seq USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER entries_sum_to_zero AFTER INSERT ON "entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_sums_to_zero();
--> statement-breakpoint
INSERT INTO "ledger_head" ("id", "seq", "hash") VALUES (1, 0, repeat('0', 64));
