ALTER TABLE "ad_offers" ADD COLUMN "translations" jsonb;--> statement-breakpoint
ALTER TABLE "slides" ADD COLUMN "translations" jsonb;--> statement-breakpoint
ALTER TABLE "goods" ADD COLUMN "translations" jsonb;--> statement-breakpoint
ALTER TABLE "goods_types" ADD COLUMN "translations" jsonb;