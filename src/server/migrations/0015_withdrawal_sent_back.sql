ALTER TABLE "withdrawals" ADD COLUMN "sent_back_at" timestamp (3) with time zone;
