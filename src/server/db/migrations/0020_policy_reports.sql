CREATE TABLE "policy_reports" (
	"day" date NOT NULL,
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "policy_reports_day_directive_blocked_pk" PRIMARY KEY("day","directive","blocked")
);
