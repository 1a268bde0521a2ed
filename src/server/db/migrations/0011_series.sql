CREATE TABLE "series_changes" (
	"series" text PRIMARY KEY NOT NULL,
	"changed" bigint NOT NULL,
	CONSTRAINT "series_changes_changed_unique" UNIQUE("changed")
);
--> statement-breakpoint
CREATE TABLE "series_points" (
	"series" text NOT NULL,
	"day" date NOT NULL,
	"revision" integer NOT NULL,
	"value" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "series_points_series_day_revision_pk" PRIMARY KEY("series","day","revision")
);
--> statement-breakpoint
CREATE TABLE "series_sources" (
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
CREATE UNIQUE INDEX "series_points_that_count" ON "series_points" USING btree ("series","day") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "series_points_replaced" ON "series_points" USING btree ("series","day") WHERE replaced_at is not null;