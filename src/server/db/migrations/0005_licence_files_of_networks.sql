ALTER TABLE "licence_files" ALTER COLUMN "type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "licence_files" ADD COLUMN "network" text;