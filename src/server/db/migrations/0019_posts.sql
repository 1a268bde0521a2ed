CREATE TABLE "user_follows" (
	"follower" text NOT NULL,
	"followed" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_follows_follower_followed_pk" PRIMARY KEY("follower","followed")
);
--> statement-breakpoint
CREATE TABLE "moderation_audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reference" text NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "moderation_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"item" bigint NOT NULL,
	"title" text NOT NULL,
	"author" text,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"words" text NOT NULL,
	"appealed_at" timestamp with time zone,
	"appeal" text,
	"appeal_decided_at" timestamp with time zone,
	"appeal_outcome" text,
	"appeal_reason" text
);
--> statement-breakpoint
CREATE TABLE "moderators" (
	"user" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"item" bigint NOT NULL,
	"reporter" text,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"decision" uuid,
	"closed_at" timestamp with time zone,
	"appealed_at" timestamp with time zone,
	"appeal" text,
	"appeal_decided_at" timestamp with time zone,
	"appeal_outcome" text,
	"appeal_reason" text
);
--> statement-breakpoint
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
	"product" text,
	"form" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone,
	"corrected_at" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "post_counts" (
	"post" bigint PRIMARY KEY NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"helpful" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_marks" (
	"post" bigint NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "post_marks_post_user_id_pk" PRIMARY KEY("post","user_id")
);
--> statement-breakpoint
CREATE TABLE "replies" (
	"id" bigint PRIMARY KEY NOT NULL,
	"changed" bigint NOT NULL,
	"post" bigint NOT NULL,
	"parent" bigint,
	"answered" bigint,
	"author" text,
	"state" text NOT NULL,
	"text" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone,
	"corrected_at" timestamp with time zone,
	"reason" text,
	"below" integer DEFAULT 0 NOT NULL,
	"helpful" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reference" text NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "reply_marks" (
	"reply" bigint NOT NULL,
	"user_id" text NOT NULL,
	"post" bigint NOT NULL,
	CONSTRAINT "reply_marks_reply_user_id_pk" PRIMARY KEY("reply","user_id")
);
--> statement-breakpoint
CREATE TABLE "reply_revisions" (
	"reply" bigint NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "reply_revisions_reply_number_pk" PRIMARY KEY("reply","number")
);
--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "posts_stay" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "shows_follows" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_follows" ADD CONSTRAINT "user_follows_follower_users_id_fk" FOREIGN KEY ("follower") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_follows" ADD CONSTRAINT "user_follows_followed_users_id_fk" FOREIGN KEY ("followed") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_author_users_id_fk" FOREIGN KEY ("author") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderators" ADD CONSTRAINT "moderators_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_users_id_fk" FOREIGN KEY ("reporter") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decision_moderation_decisions_id_fk" FOREIGN KEY ("decision") REFERENCES "public"."moderation_decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_post_posts_id_fk" FOREIGN KEY ("post") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_users_id_fk" FOREIGN KEY ("author") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_counts" ADD CONSTRAINT "post_counts_post_posts_id_fk" FOREIGN KEY ("post") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_marks" ADD CONSTRAINT "post_marks_post_posts_id_fk" FOREIGN KEY ("post") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_marks" ADD CONSTRAINT "post_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replies" ADD CONSTRAINT "replies_post_posts_id_fk" FOREIGN KEY ("post") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replies" ADD CONSTRAINT "replies_author_users_id_fk" FOREIGN KEY ("author") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_marks" ADD CONSTRAINT "reply_marks_reply_replies_id_fk" FOREIGN KEY ("reply") REFERENCES "public"."replies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_marks" ADD CONSTRAINT "reply_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_revisions" ADD CONSTRAINT "reply_revisions_reply_replies_id_fk" FOREIGN KEY ("reply") REFERENCES "public"."replies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_follows_by_follower" ON "user_follows" USING btree ("follower","at","followed");--> statement-breakpoint
CREATE INDEX "user_follows_by_followed" ON "user_follows" USING btree ("followed","at","follower");--> statement-breakpoint
CREATE INDEX "moderation_audit_by_reference" ON "moderation_audit" USING btree ("reference","at");--> statement-breakpoint
CREATE INDEX "moderation_decisions_by_author" ON "moderation_decisions" USING btree ("author","at");--> statement-breakpoint
CREATE INDEX "moderation_decisions_by_time" ON "moderation_decisions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "moderation_appeals_that_wait" ON "moderation_decisions" USING btree ("appealed_at") WHERE appealed_at is not null and appeal_decided_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "reports" USING btree ("kind","item","reporter");--> statement-breakpoint
CREATE INDEX "reports_that_wait" ON "reports" USING btree ("at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "reports_by_time" ON "reports" USING btree ("at");--> statement-breakpoint
CREATE INDEX "report_appeals_that_wait" ON "reports" USING btree ("appealed_at") WHERE appealed_at is not null and appeal_decided_at is null;--> statement-breakpoint
CREATE INDEX "reports_by_decision" ON "reports" USING btree ("decision");--> statement-breakpoint
CREATE INDEX "reports_by_reporter" ON "reports" USING btree ("reporter");--> statement-breakpoint
CREATE INDEX "post_audit_by_reference" ON "post_audit" USING btree ("reference","at");--> statement-breakpoint
CREATE INDEX "posts_by_time" ON "posts" USING btree ("published_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "posts_by_language" ON "posts" USING btree ("language","published_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "posts_by_author" ON "posts" USING btree ("author","published_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "posts_by_symbol" ON "posts" USING gin ("symbols") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "posts_of_author" ON "posts" USING btree ("author","id");--> statement-breakpoint
CREATE INDEX "posts_by_change" ON "posts" USING btree ("changed") WHERE state in ('published', 'withdrawn');--> statement-breakpoint
CREATE INDEX "posts_that_wait" ON "posts" USING btree ("saved_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "post_marks_by_user" ON "post_marks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "replies_by_post" ON "replies" USING btree ("post","published_at","id") WHERE parent is null and (state = 'published' or below > 0);--> statement-breakpoint
CREATE INDEX "replies_by_parent" ON "replies" USING btree ("parent","state","published_at","id");--> statement-breakpoint
CREATE INDEX "replies_of_post" ON "replies" USING btree ("post","author","id");--> statement-breakpoint
CREATE INDEX "replies_by_author" ON "replies" USING btree ("author","state");--> statement-breakpoint
CREATE INDEX "replies_by_change" ON "replies" USING btree ("changed") WHERE published_at is not null;--> statement-breakpoint
CREATE INDEX "replies_that_wait" ON "replies" USING btree ("sent_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "reply_audit_by_reference" ON "reply_audit" USING btree ("reference","at");--> statement-breakpoint
CREATE INDEX "reply_marks_by_user" ON "reply_marks" USING btree ("user_id","post");