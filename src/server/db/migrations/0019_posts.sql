CREATE TABLE "post_audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reference" text NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "post_revisions" (
	"post" bigint NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "post_revisions_post_number_pk" PRIMARY KEY("post","number")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" bigint PRIMARY KEY NOT NULL,
	"changed" bigint NOT NULL,
	"author" text,
	"company" text,
	"state" text NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"symbols" text[] NOT NULL,
	"form" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone,
	"corrected_at" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_post_posts_id_fk" FOREIGN KEY ("post") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_users_id_fk" FOREIGN KEY ("author") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_audit_by_reference" ON "post_audit" USING btree ("reference","at");--> statement-breakpoint
CREATE INDEX "posts_by_language" ON "posts" USING btree ("language","published_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "posts_by_author" ON "posts" USING btree ("author","published_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "posts_by_symbol" ON "posts" USING gin ("symbols") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "posts_of_author" ON "posts" USING btree ("author","id");--> statement-breakpoint
CREATE INDEX "posts_that_wait" ON "posts" USING btree ("saved_at") WHERE state = 'waiting';