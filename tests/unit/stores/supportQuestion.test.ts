/** What the device keeps of questions to Support. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FORM_KEPT_MS, QUESTION_KEY, QUESTIONS_KEY } from '../../../src/browserState/keys.ts';
import { FakeStorage } from '../../helpers/islands/fakePage.ts';

let device: FakeStorage;
const load = async () => {
  // A store reads its key when its module loads.
  vi.resetModules();
  const [question, sent] = await Promise.all([
    import('../../../src/stores/supportQuestion.ts'),
    import('../../../src/stores/sentQuestions.ts'),
  ]);
  return { ...question, ...sent };
};

beforeEach(() => {
  device = new FakeStorage({});
  vi.stubGlobal('localStorage', device);
});
afterEach(() => vi.unstubAllGlobals());

describe('the question that is being written', () => {
  it('is kept and read again, and leaves nothing behind where it is deleted', async () => {
    const picture = { id: 'a1', name: 'screen.png', size: 67 };
    const first = await load();
    first.write({ topic: 'fraud', email: 'a@b.co', question: '文', pictures: [picture] });
    const { $draft, forgetDraft } = await load();
    expect($draft.get()).toMatchObject({ topic: 'fraud', email: 'a@b.co', question: '文', pictures: [picture] });
    forgetDraft();
    expect(device.getItem(QUESTION_KEY)).toBeNull();
  });

  it('is gone after 30 days', async () => {
    const { write } = await load();
    write({ question: 'x' }, Date.now() - FORM_KEPT_MS - 1);
    expect((await load()).$draft.get().question).toBe('');
  });

  it.each(['null', '[]', '"x"', '{', '{"saved":"x"}', '{"saved":1e99,"pictures":{},"topic":{}}'])(
    'is empty or a text, whatever is stored: %s',
    async (stored) => {
      device.setItem(QUESTION_KEY, stored);
      const { pictures, topic, question } = (await load()).$draft.get();
      expect([pictures, typeof topic, typeof question]).toEqual([[], 'string', 'string']);
    },
  );
});

describe('the questions that were sent', () => {
  it('are kept newest first, each once, twenty at most, until they are forgotten', async () => {
    const { $questions, keepQuestion, forgetQuestion } = await load();
    const question = (number: number) => ({ reference: `FQ-${number}`, secret: 's', askedAt: null });
    for (let number = 0; number < 25; number += 1) keepQuestion(question(number));
    keepQuestion(question(20));
    expect($questions.get()).toHaveLength(20);
    expect($questions.get()[0]).toEqual(question(20));
    expect((await load()).$questions.get()).toEqual($questions.get());
    for (const { reference } of $questions.get()) forgetQuestion(reference);
    expect(device.getItem(QUESTIONS_KEY)).toBeNull();
  });

  it('are none where something else is stored', async () => {
    for (const stored of ['{', '{}', 'null', '[null,1,"x",{"reference":1}]']) {
      device.setItem(QUESTIONS_KEY, stored);
      expect((await load()).$questions.get()).toEqual([]);
    }
  });
});
