/** What happens to questions, for whoever tells the visitors. */
import type { Orm } from '../db/database.ts';

export interface QuestionEvent {
  event: 'questionReceived' | 'questionAnswered';
  /** Unique among all events: the reference of the question, or the id of the answer */
  id: string;
  reference: string;
  email: string;
  locale: string;
  /** Path of the question's page with its secret, without a locale */
  path: string;
}

/** Called in the transaction that stores the question or the answer: both are stored, or neither. */
export type Notify = (tx: Orm, event: QuestionEvent) => Promise<void>;
