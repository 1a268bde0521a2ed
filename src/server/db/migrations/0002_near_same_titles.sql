DROP INDEX "news_items_by_title";--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "title_bands" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "news_items_by_title_bands" ON "news_items" USING gin ("title_bands") WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "news_items" DROP COLUMN "title_key";