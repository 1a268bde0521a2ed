DROP INDEX "news_items_by_title";--> statement-breakpoint
DROP INDEX "news_items_flash_changes";--> statement-breakpoint
DROP INDEX "news_items_by_language";--> statement-breakpoint
DROP INDEX "news_items_by_category";--> statement-breakpoint
DROP INDEX "news_items_important";--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "title_bands" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "news_items_by_title_bands" ON "news_items" USING gin ("title_bands") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "news_items_flash_changes" ON "news_items" USING btree ("changed") WHERE kind = 'flash' and cluster_id = id;--> statement-breakpoint
CREATE INDEX "news_items_by_language" ON "news_items" USING btree ("kind","language","published_at","id") WHERE withdrawn_at is null and cluster_id = id;--> statement-breakpoint
CREATE INDEX "news_items_by_category" ON "news_items" USING btree ("kind","language","category","published_at","id") WHERE withdrawn_at is null and cluster_id = id;--> statement-breakpoint
CREATE INDEX "news_items_important" ON "news_items" USING btree ("kind","language","published_at","id") WHERE withdrawn_at is null and cluster_id = id and importance = 'high';--> statement-breakpoint
ALTER TABLE "news_items" DROP COLUMN "title_key";