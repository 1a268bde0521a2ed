import { setTimeout } from 'node:timers/promises';

/**
 * Answers after `ms` at the earliest, so that the time does not tell what the work found. Failures wait as well; answers
 * that `mayHurry` do not.
 */
export async function withMinimumTime<T>(
  ms: number,
  work: () => Promise<T>,
  mayHurry: (answer: T) => boolean = () => false,
): Promise<T> {
  const waiting = setTimeout(ms, undefined, { ref: false });
  try {
    const answer = await work();
    if (!mayHurry(answer)) await waiting;
    return answer;
  } catch (error) {
    await waiting;
    throw error;
  }
}
