CREATE TABLE "vitals" (
	"week" date NOT NULL,
	"kind" text NOT NULL,
	"metric" text NOT NULL,
	"least" integer NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "vitals_week_kind_metric_least_pk" PRIMARY KEY("week","kind","metric","least")
);
