CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"editor" text NOT NULL,
	"action" text NOT NULL,
	"item" bigint,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "editors" (
	"name" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "editors_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "feed_sources" (
	"id" text PRIMARY KEY NOT NULL,
	"etag" text,
	"last_modified" text,
	"checked_at" timestamp with time zone,
	"ok_at" timestamp with time zone,
	"failures" integer NOT NULL,
	"next_at" timestamp with time zone,
	"last_error_kind" text,
	"items_seen" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_items" (
	"id" bigint PRIMARY KEY NOT NULL,
	"changed" bigint NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"language" text NOT NULL,
	"category" text NOT NULL,
	"guid" text NOT NULL,
	"link" text,
	"title" text NOT NULL,
	"summary" text,
	"importance" text NOT NULL,
	"importance_reason" text,
	"symbols" text[] NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"revision" integer NOT NULL,
	"cluster_id" bigint NOT NULL,
	"link_key" text,
	"title_key" text,
	"search" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_revisions" (
	"item" bigint NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text,
	"changed_at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "news_revisions_item_number_pk" PRIMARY KEY("item","number")
);
--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "news_items_by_guid" ON "news_items" USING btree ("source_id","guid");--> statement-breakpoint
CREATE UNIQUE INDEX "news_items_flash_changes" ON "news_items" USING btree ("changed") WHERE kind = 'flash';--> statement-breakpoint
CREATE INDEX "news_items_by_language" ON "news_items" USING btree ("kind","language","published_at","id");--> statement-breakpoint
CREATE INDEX "news_items_by_category" ON "news_items" USING btree ("kind","language","category","published_at","id");--> statement-breakpoint
CREATE INDEX "news_items_by_source" ON "news_items" USING btree ("source_id","published_at","id");--> statement-breakpoint
CREATE INDEX "news_items_important" ON "news_items" USING btree ("kind","language","published_at","id") WHERE importance = 'high';--> statement-breakpoint
CREATE INDEX "news_items_by_title" ON "news_items" USING btree ("title_key","published_at");--> statement-breakpoint
CREATE INDEX "news_items_by_link" ON "news_items" USING btree ("link_key","published_at");--> statement-breakpoint
CREATE INDEX "news_items_by_cluster" ON "news_items" USING btree ("cluster_id");--> statement-breakpoint
CREATE INDEX "news_items_by_words" ON "news_items" USING gin ("search");