/** A question added to a copy of the table appears on its step, on the check, in the count and in the stored record. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { APPLY_PATH } from '../../../src/contract/applications.ts';
import { applicationOf, questionCount, questionsAt, STEPS, stepOf } from '../../../src/forms/applicationSteps.ts';
import { ROLES } from '../../../src/forms/lists.ts';
import { checkApplication } from '../../../src/forms/shapes.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { administer } from '../../../src/server/admin.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { applications } from '../../../src/server/db/schema.ts';
import { answer } from '../../../src/stores/applicationForm.ts';
import { emptyFolder, testDatabase } from '../../helpers/database/database.ts';
import { drawCheck, drawStep } from '../../helpers/islands/applicationView.ts';
import { type ServedApi, serveApi } from '../../helpers/server/api.ts';
import { applicationBody, tables, VERSIONS } from '../../helpers/server/applications.ts';

const { added } = vi.hoisted(() => ({
  added: { name: 'addedHere', as: 'text', label: 'account.city', hint: 'account.city.free', autoComplete: 'off' },
}));
vi.mock('../../../src/forms/applicationQuestions.ts', async (original) => {
  const { QUESTIONS, ...others } = await original<typeof import('../../../src/forms/applicationQuestions.ts')>();
  return { ...others, QUESTIONS: { ...QUESTIONS, about: [...QUESTIONS.about, added] } };
});
vi.mock('../../../src/forms/entries.ts', async (original) => {
  const { entriesOf, ...others } = await original<typeof import('../../../src/forms/entries.ts')>();
  const { text } = await import('../../../src/forms/fields.ts');
  return {
    ...others,
    entriesOf: (...of: Parameters<typeof entriesOf>) => ({ ...entriesOf(...of), addedHere: text(40, 'cityEmpty') }),
  };
});

const t = translator('en-US');

const { address, notifications, privacy, agreements, locale, ...flat } = applicationBody('developer');
const answers = { ...flat, confirmation: flat.password, 'address.line1': '1-1 Chiyoda', addedHere: ' Osaka ' };

let database: Database;
let folder: Awaited<ReturnType<typeof emptyFolder>>;
let api: ServedApi;
beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  [database, folder] = await Promise.all([testDatabase(), emptyFolder()]);
  api = await serveApi({ database, env: { DATA_DIR: folder.path }, applications: { rules: tables } });
});
afterAll(async () => {
  await api.stop();
  await database.close();
  await folder.remove();
});

describe('a question that is a row more of the table', () => {
  it('stands on its step with label, hint and the answer', () => {
    const before = drawStep('about');
    expect(before).toContain(`<label for="account-addedHere">${t('account.city')}</label>`);
    expect(before).toContain(`<div class="field-hint" id="account-addedHere-hint">${t('account.city.free')}</div>`);
    answer({ addedHere: 'Osaka' });
    expect(drawStep('about')).toMatch(/<input id="account-addedHere"[^>]* value="Osaka"/);
    expect(drawStep('login')).not.toContain('addedHere');
  });

  it('is checked with its step, and leads back to it', () => {
    answer({ ...answers, addedHere: '' });
    const row =
      /<div data-wrong="true"><dt>([^<]*)<\/dt><dd><span class="field-error">fault cityEmpty<\/span><\/dd>.*?href="#step-about"/;
    expect(row.exec(drawCheck())?.[1]).toBe(t('account.city'));
    answer(answers);
    expect(drawCheck()).toMatch(new RegExp(`<dt>${t('account.city')}</dt><dd><span class="review-line">Osaka</span>`));
    expect(stepOf('addedHere')).toBe('about');
  });

  it('counts', () => {
    for (const role of ROLES) {
      const counted = STEPS.flatMap((step) => questionsAt(step, { role })).filter((one) => !('uncounted' in one));
      expect(counted.map(({ name }) => name)).toContain('addedHere');
      expect(questionCount(role)).toBe(counted.length);
    }
  });

  it('is stored, and shown to the operator in its place', async () => {
    const accepted = { 'agreements.privacy': VERSIONS.privacy, 'agreements.terms': VERSIONS.terms, declaration: true };
    const checked = checkApplication(applicationOf({ ...answers, ...accepted }, 'ja'), tables);
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    const { status, text } = await api.ask(APPLY_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(checked.value),
    });
    expect(status, text).toBe(200);
    const [row] = await database.orm.select().from(applications);
    expect(row?.answers).toMatchObject({ nickname: 'hana', addedHere: 'Osaka' });
    const shown = await administer(
      { orm: database.orm, dataDir: folder.path, site: '' },
      { command: 'applications show', by: 'Mika', reference: String(row?.reference) },
    );
    const names = shown.map((line) => line.replace(/:.*/, ''));
    const [place, after] = ['addedHere', 'notifications.promotions'].map((name) => names.indexOf(name));
    expect(shown[place ?? 0]).toBe('addedHere: Osaka');
    expect(names.slice(0, place)).toContain('address.line1');
    expect(place).toBeLessThan(after ?? 0);
  });
});
