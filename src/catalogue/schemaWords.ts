import type { z } from 'zod';
import { lookUp } from '../lookUp.ts';

/** What a value is not, by the type that a schema expects. */
const IS_NO: Record<string, string> = {
  string: 'is no text',
  number: 'is no number',
  boolean: 'is neither true nor false',
  array: 'is no list',
  object: 'has no fields of its own',
  record: 'has no fields of its own',
};

/** For safeParse(): what schemas say by themselves, in an editor's words. */
export const PLAIN_WORDS = {
  error(issue: z.core.$ZodRawIssue): string | undefined {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined ? 'is missing' : lookUp(IS_NO, issue.expected);
      case 'invalid_value':
        if (issue.values.length < 2) return undefined;
        return `${issue.input === undefined ? 'is missing: one' : 'is none'} of ${issue.values.join(', ')}`;
      case 'unrecognized_keys':
        return `has the unknown field ${issue.keys.join(', ')}`;
      case 'too_small':
        if (issue.origin === 'number') return `is ${issue.inclusive ? 'less' : 'not more'} than ${issue.minimum}`;
        return issue.minimum === 1 ? 'is empty' : `has fewer than ${issue.minimum} ${unitOf(issue.origin)}`;
      case 'too_big':
        if (issue.origin === 'number') return `is ${issue.inclusive ? 'more' : 'not less'} than ${issue.maximum}`;
        return `has more than ${issue.maximum} ${unitOf(issue.origin)}`;
    }
    return undefined;
  },
};

const unitOf = (origin: string) => (origin === 'string' ? 'characters' : 'items');
