/** Places that wait for the server: what they tell of a question that is overtaken, fails, or is asked again. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { type AskOutcome, askLatest } from '../../../../src/desk/frame/askLatest.ts';
import { call } from '../../../../src/desk/frame/callServer.ts';
import { EDIT_WORDS, WAIT_WORDS } from '../../../../src/desk/frame/deskWords.ts';
import { Waiting } from '../../../../src/desk/frame/Waiting.tsx';

/** A place whose questions are answered by hand, in any order. */
function place() {
  const questions: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = [];
  const outcomes: AskOutcome<string>[] = [];
  const { again, stop } = askLatest<string>(
    (signal) => {
      const question = { ...Promise.withResolvers<string>(), signal };
      questions.push(question);
      return question.promise;
    },
    (outcome) => outcomes.push(outcome),
  );
  return { again, stop, questions, outcomes };
}
const settled = () => new Promise((done) => setTimeout(done));

it('a question that is overtaken is given up, and tells nothing, whether it is answered or fails', async () => {
  const { again, questions, outcomes } = place();
  for (let asked = 0; asked < 3; asked += 1) again();
  expect(questions.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  questions[2]?.resolve('new');
  questions[0]?.resolve('old');
  questions[1]?.reject(new Error('given up'));
  await settled();
  expect(outcomes).toEqual([{ answer: 'new' }]);
});

it('a question that fails says why, and can be asked again', async () => {
  const { again, questions, outcomes } = place();
  again();
  questions[0]?.reject(new Error('The server is busy'));
  await settled();
  again();
  questions[1]?.resolve('there');
  await settled();
  expect(outcomes).toEqual([{ fault: 'The server is busy' }, { answer: 'there' }]);
});

it('nothing is told once the place is gone', async () => {
  const { again, stop, questions, outcomes } = place();
  again();
  stop();
  questions[0]?.resolve('late');
  await settled();
  expect([questions[0]?.signal.aborted, outcomes]).toEqual([true, []]);
});

it('a place says what it waits for; when that has failed, why, with a button to try again', () => {
  const shown = (fault: string) =>
    renderToStaticMarkup(createElement(Waiting, { what: 'The list', fault, again() {} }));
  expect(shown('')).toBe('<p class="desk-waiting" role="status">The list </p>');
  const failed = shown('No answer.');
  expect(failed).toContain(`role="alert">The list: ${WAIT_WORDS.failed} No answer.`);
  expect(failed).toMatch(new RegExp(`<button [^>]*>${WAIT_WORDS.again}<`));
});

afterEach(() => vi.unstubAllGlobals());

it('a call gives up with its signal, so that it holds no request of the browser', async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  const sent = vi.fn((_address: string, { signal }: { signal: AbortSignal }) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  vi.stubGlobal('fetch', sent);
  const stop = new AbortController();
  const asked = call('listTexts', {}, stop.signal);
  stop.abort();
  await expect(asked).rejects.toThrow(EDIT_WORDS.noServer);
  expect(sent).toHaveBeenCalledOnce();
});
