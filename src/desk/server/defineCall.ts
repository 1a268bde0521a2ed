import type { z } from 'zod';

/** A call of the desk: the schema of its input, and what it does. */
export const defineCall = <Input extends z.ZodType, Answer>(
  input: Input,
  answer: (input: z.output<Input>) => Answer,
) => ({
  input,
  answer,
});
