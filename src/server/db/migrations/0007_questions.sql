CREATE TABLE "question_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"question" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "question_audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reference" text NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "question_pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"question" text,
	"network" text
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"reference" text PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text NOT NULL,
	"topic" text NOT NULL,
	"locale" text NOT NULL,
	"about" text NOT NULL,
	"email" text NOT NULL,
	"question" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "questions_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
ALTER TABLE "question_answers" ADD CONSTRAINT "question_answers_question_questions_reference_fk" FOREIGN KEY ("question") REFERENCES "public"."questions"("reference") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "question_answers_by_question" ON "question_answers" USING btree ("question","at");--> statement-breakpoint
CREATE INDEX "question_audit_by_reference" ON "question_audit" USING btree ("reference","at");--> statement-breakpoint
CREATE INDEX "question_pictures_by_question" ON "question_pictures" USING btree ("question");--> statement-breakpoint
CREATE INDEX "questions_by_time" ON "questions" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "questions_closed" ON "questions" USING btree ("closed_at") WHERE closed_at is not null;