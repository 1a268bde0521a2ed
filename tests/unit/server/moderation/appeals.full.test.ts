/** Appeals of authors and of those who have reported: once, in time, decided by another person, with their mails. */
import { beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { moderationDecisions, replies } from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { eraseModeration } from '../../../../src/server/moderation/openReports.ts';
import { findPost } from '../../../../src/server/posts/reading.ts';
import { moderationOf } from '../../../helpers/server/moderation.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
const api = usersApi({ now: () => now }, { POST_RATE_LIMIT_PER_MINUTE: '0' });
const { admin, by, counts, judge, mailed, person, posted, replied, scene, stateOf } = moderationOf(api, () => now);
beforeEach(() => {
  now = new Date();
});

describe('from a report to the appeal of an author', () => {
  it.each(['post', 'reply'] as const)('of a %s: decided, told to both in their language, restored', async (kind) => {
    const [author, reader, other] = [await person('Mio', 'ja'), await person('Taro'), await person('Ken', 'ja')];
    const [first, second] = [await judge('Ann'), await judge('Bob')];
    const post = await posted(author.id);
    const item = kind === 'post' ? post : await replied(author.id, post);
    const title = kind === 'post' ? 'Yields fell' : 'No, they rose.';
    expect(await reader.report(item, { kind })).toMatchObject({ code: SUCCESS });
    now = new Date(now.getTime() + 1000);
    expect(await other.report(item, { kind, reason: 'fraud', words: '' })).toMatchObject({ code: SUCCESS });
    const { list } = await first.queue();
    expect(list).toMatchObject([
      {
        kind,
        id: item,
        post,
        title,
        author: 'Mio',
        isNew: false,
        reports: [
          { reason: 'untrue', words: 'They rose.' },
          { reason: 'fraud', words: '' },
        ],
      },
    ]);
    // Nobody is told who has reported.
    for (const name of ['Taro', 'Ken', reader.id, other.id]) expect(JSON.stringify(list)).not.toContain(name);

    expect(await first.decide(item, {}, kind)).toMatchObject({ code: SUCCESS });
    const [told] = await mailed('moderationWithdrawn', author.email);
    expect(told).toMatchObject({
      locale: 'ja',
      content: {
        path: '/profile/moderation#decisions',
        values: { title, reason: serverMessage('report.reason.untrue', 'ja'), words: 'They rose.' },
      },
    });
    for (const [one, locale] of [
      [reader, 'en-US'],
      [other, 'ja'],
    ] as const) {
      const outcome = serverMessage('server.moderation.report.withdrawn', locale);
      expect(await mailed('moderationReport', one.email)).toMatchObject([
        { locale, content: { values: { title, outcome } } },
      ]);
    }
    expect((await first.queue()).list).toEqual([]);

    const [decision] = (await author.own()).list;
    expect(decision).toMatchObject({ kind, id: item, outcome: 'withdrawn', reason: 'untrue', words: 'They rose.' });
    const path = `mine/${decision?.decision}/appeal`;
    expect(await reader.call(path, 'POST', { words: 'No.' })).toMatchObject(SERVER_CODES.notFound);
    expect(await author.call(path, 'POST', { words: '' })).toMatchObject(SERVER_CODES.invalid);
    expect(await author.call(path, 'POST', { words: 'The Fed says so.' })).toMatchObject({ code: SUCCESS });
    expect(await author.call(path, 'POST', { words: 'Again.' })).toMatchObject(SERVER_CODES.conflict);

    // Who has decided does not decide again.
    expect((await first.queue()).appeals).toEqual([]);
    const appeal = `appeals/${decision?.decision}`;
    const ruling = { ruling: 'reversed', words: 'You are right.' };
    expect(await first.call(appeal, 'POST', ruling)).toMatchObject(SERVER_CODES.conflict);
    expect((await second.queue()).appeals).toMatchObject([{ kind, id: item, appeal: 'The Fed says so.' }]);
    expect(await second.call(appeal, 'POST', ruling)).toMatchObject({ code: SUCCESS });
    expect(await second.call(appeal, 'POST', ruling)).toMatchObject(SERVER_CODES.conflict);
    const restored = serverMessage('server.moderation.appeal.reversed', 'ja');
    expect(await mailed('moderationAppeal', author.email)).toMatchObject([
      { locale: 'ja', content: { values: { title, outcome: restored, words: 'You are right.' } } },
    ]);
    expect(await mailed('moderationReport', reader.email)).toHaveLength(2);
    if (kind === 'post') expect(await findPost(api.orm, Number(item), 'en-US')).toMatchObject({ id: item });
    else expect((await api.orm.select().from(replies))[0]).toMatchObject({ state: 'published' });
    expect(await counts()).toEqual([
      {
        year: now.getUTCFullYear(),
        reports: 2,
        decisions: [{ kind, outcome: 'withdrawn', reason: 'untrue', count: 1 }],
        appeals: 1,
        restored: 1,
        reportAppeals: 0,
        withdrawn: 0,
      },
    ]);
  });
});

describe('of who has reported', () => {
  it.each(['post', 'reply'] as const)(
    'of a %s: it is taken away, told to all, and its author may appeal',
    async (kind) => {
      const [author, reporter, other] = [await person('Mio', 'ja'), await person('Taro', 'ja'), await person('Ken')];
      const [first, second] = [await judge('Ann'), await judge('Bob')];
      const post = await posted(author.id);
      const item = kind === 'post' ? post : await replied(author.id, post);
      for (const one of [reporter, other]) await one.report(item, { kind, words: `Of ${one.email}` });
      await first.keep(item, kind);
      const [told] = await mailed('moderationKept', reporter.email);
      expect(told).toMatchObject({ locale: 'ja', content: { path: '/profile/moderation#reports' } });
      expect(told?.content?.values.date).toContain(String(new Date(now.getTime() + 182 * 86_400_000).getUTCFullYear()));
      expect((await author.own()).reports).toEqual([]);

      const [decided] = (await reporter.own()).reports;
      expect(decided).toMatchObject({
        kind,
        id: item,
        outcome: 'kept',
        words: `Of ${reporter.email}`,
        appealedAt: null,
      });
      expect(decided?.appealUntil).not.toBeNull();
      const id = decided?.decision;
      expect(await author.appeal(id, 'It is true.')).toMatchObject(SERVER_CODES.notFound);
      expect(await reporter.appeal(id, 'The Fed says so.')).toMatchObject({ code: SUCCESS });
      expect(await reporter.appeal(id, 'Again.')).toMatchObject(SERVER_CODES.conflict);
      expect((await reporter.own()).reports).toMatchObject([{ appealUntil: null, appealOutcome: null }]);
      now = new Date(now.getTime() + 1000);
      expect(await other.appeal(id, 'I think so too.')).toMatchObject({ code: SUCCESS });

      // Who has decided does not decide again, and nobody reads who has reported.
      expect((await first.queue()).appeals).toEqual([]);
      const { appeals } = await second.queue();
      expect(appeals).toMatchObject([
        { kind, id: item, of: 'reporter', author: 'Mio', reason: 'untrue', appeal: 'The Fed says so.' },
        { kind, id: item, of: 'reporter', appeal: 'I think so too.' },
      ]);
      for (const name of ['Taro', 'Ken', reporter.id, other.id]) {
        expect(JSON.stringify(appeals.map(({ words: _, ...one }) => one))).not.toContain(name);
      }
      const appeal = appeals[0]?.appealId;
      const ruling = { ruling: 'reversed', reason: 'fraud', words: 'The source says otherwise.' };
      expect(await first.answer(appeal, ruling)).toMatchObject(SERVER_CODES.conflict);
      expect(await second.answer(appeal, { ...ruling, reason: null })).toMatchObject(SERVER_CODES.invalid);
      expect(await second.answer(appeal, ruling)).toMatchObject({ code: SUCCESS });
      expect(await second.answer(appeal, ruling)).toMatchObject(SERVER_CODES.conflict);
      if (kind === 'post') expect(await findPost(api.orm, Number(item), 'en-US')).toBe('gone');
      else expect((await api.orm.select().from(replies))[0]).toMatchObject({ state: 'withdrawn' });

      // One decision answers both appeals, and each gets its mail; the author gets theirs as of any withdrawal.
      expect((await second.queue()).appeals).toEqual([]);
      for (const [one, locale] of [
        [reporter, 'ja'],
        [other, 'en-US'],
      ] as const) {
        const outcome = serverMessage('server.moderation.appeal.reversed', locale);
        expect(await mailed('moderationAppeal', one.email)).toMatchObject([
          { locale, content: { path: '/profile/moderation#reports', values: { outcome, words: ruling.words } } },
        ]);
        expect((await one.own()).reports).toMatchObject([{ appealOutcome: 'reversed', appealReason: ruling.words }]);
      }
      const [withdrawn] = await mailed('moderationWithdrawn', author.email);
      expect(withdrawn).toMatchObject({ content: { values: { words: ruling.words } } });
      const own = await author.own();
      expect(own.list).toMatchObject([
        { outcome: 'withdrawn', reason: 'fraud', words: ruling.words, appealedAt: null },
      ]);
      const year = { reports: 2, appeals: 0, restored: 0, reportAppeals: 2, withdrawn: 2 };
      expect(await counts()).toMatchObject([year]);

      // Nothing that the author reads says who it was.
      const said = JSON.stringify([own, await mailed('moderationWithdrawn', author.email)]);
      for (const secret of ['Taro', 'Ken', reporter.email, other.email, reporter.id, 'The Fed says so.']) {
        expect(said).not.toContain(secret);
      }
      expect(await author.appeal(own.list[0]?.decision, 'It was true.')).toMatchObject({ code: SUCCESS });
      expect((await second.queue()).appeals).toEqual([]);
      expect((await first.queue()).appeals).toMatchObject([{ of: 'author', appeal: 'It was true.' }]);
    },
  );

  it('is turned down for who has appealed alone, and the post stays', async () => {
    const { author, reporter, first, second, post } = await scene();
    await first.keep(post);
    const id = (await reporter.own()).reports[0]?.decision;
    await reporter.appeal(id, 'x');
    const appeal = (await second.queue()).appeals[0]?.appealId;
    expect(await second.answer(appeal, { ruling: 'upheld', words: 'y' })).toMatchObject({ code: SUCCESS });
    expect(await stateOf(post)).toBe('published');
    const outcome = serverMessage('server.moderation.appeal.upheld', 'en-US');
    expect(await mailed('moderationAppeal', reporter.email)).toMatchObject([
      { content: { values: { outcome, words: 'y' } } },
    ]);
    expect(await mailed('moderationWithdrawn', author.email)).toEqual([]);
    expect((await reporter.own()).reports).toMatchObject([{ appealOutcome: 'upheld', appealReason: 'y' }]);
    expect(await reporter.appeal(id, 'Again.')).toMatchObject(SERVER_CODES.conflict);
    expect(await counts()).toMatchObject([{ reportAppeals: 1, withdrawn: 0 }]);
  });

  it('is answered when the thing is withdrawn for another reason', async () => {
    const { reporter, first, second, post } = await scene();
    await first.keep(post);
    await reporter.appeal((await reporter.own()).reports[0]?.decision, 'x');
    await (await person('Ken')).report(post, { reason: 'fraud' });
    // Whose own appeal it would answer does not decide.
    await admin('grant', reporter.email);
    expect(await reporter.decide(post)).toMatchObject(SERVER_CODES.conflict);
    expect(await second.decide(post)).toMatchObject({ code: SUCCESS });
    expect((await reporter.own()).reports).toMatchObject([{ appealOutcome: 'reversed', appealReason: 'They rose.' }]);
    expect(await mailed('moderationAppeal', reporter.email)).toHaveLength(1);
    expect((await first.queue()).appeals).toEqual([]);
  });

  it('is none against a withdrawal, of what is gone, or of another', async () => {
    const { author, reporter, first, second, post } = await scene();
    await first.decide(post);
    const [report] = (await reporter.own()).reports;
    expect(report).toMatchObject({ outcome: 'withdrawn', appealUntil: null });
    expect(await reporter.appeal(report?.decision, 'x')).toMatchObject(SERVER_CODES.notFound);
    const kept = await posted(author.id);
    await reporter.report(kept);
    await first.keep(kept);
    const id = (await reporter.own()).reports.find((one) => one.id === kept)?.decision;
    for (const one of [author, second]) expect(await one.appeal(id, 'x')).toMatchObject(SERVER_CODES.notFound);
    const { token } = author;
    await api.ask(`/api/web/posts/mine/${kept}/withdraw`, { token, body: { reason: 'Wrong.' } });
    expect(await reporter.appeal(id, 'x')).toMatchObject(SERVER_CODES.notFound);
  });

  it('is left to others by the author and by all who have reported', async () => {
    const { reporter, first, second, post } = await scene();
    const third = await judge('Cem');
    await third.report(post);
    const own = await posted(second.id);
    await reporter.report(own);
    for (const one of [post, own]) await first.keep(one);
    for (const { decision } of (await reporter.own()).reports) await reporter.appeal(decision, 'x');
    expect((await second.queue()).appeals).toMatchObject([{ id: post }]);
    expect((await third.queue()).appeals).toMatchObject([{ id: own }]);
    const [ofPost, ofOwn] = [(await second.queue()).appeals[0], (await third.queue()).appeals[0]];
    const ruling = { ruling: 'upheld', words: 'x' };
    expect(await third.answer(ofPost?.appealId, ruling)).toMatchObject(SERVER_CODES.conflict);
    expect(await second.answer(ofOwn?.appealId, ruling)).toMatchObject(SERVER_CODES.conflict);
  });

  it('by the commands of the operator', async () => {
    const { author, reporter, post } = await scene();
    await admin('decide', 'post', post, 'keep');
    await reporter.appeal((await reporter.own()).reports[0]?.decision, 'They did not.');
    const line = (await admin('list')).find((one) => one.startsWith('appeal')) ?? '';
    expect(line).toContain('of reporter');
    const id = line.split('  ')[1] ?? '';
    const shown = (await admin('show', 'appeal', id)).join('\n');
    for (const word of ['report: untrue', 'They rose.', 'They did not.', '**fell**']) expect(shown).toContain(word);
    for (const name of ['Taro', reporter.id]) expect(shown).not.toContain(name);
    const decide = by('Ken Abe');
    await expect(decide('decide', 'appeal', id, 'withdraw', '--why', 'y')).rejects.toThrow('--reason');
    await expect(admin('decide', 'appeal', id, 'keep', '--why', 'y')).rejects.toThrow('another person');
    await decide('decide', 'appeal', id, 'withdraw', '--why', 'y', '--reason', 'untrue');
    expect(await stateOf(post)).toBe('withdrawn');
    expect((await author.own()).list).toMatchObject([{ outcome: 'withdrawn', words: 'y' }]);
    await expect(decide('decide', 'appeal', id, 'keep', '--why', 'y')).rejects.toThrow('no appeal');
  });
});

it('wait no longer once whoever has appealed is erased', async () => {
  const { author, reporter, first, second, post } = await scene();
  const other = await posted(author.id);
  await reporter.report(other);
  await first.decide(post);
  await first.keep(other);
  await author.appeal((await author.own()).list[0]?.decision, 'It was true.');
  const kept = (await reporter.own()).reports.find(({ outcome }) => outcome === 'kept');
  await reporter.appeal(kept?.decision, 'It is not.');
  expect((await second.queue()).appeals.map(({ of }) => of).sort()).toEqual(['author', 'reporter']);
  await eraseModeration(api.orm, reporter.id, now);
  expect((await second.queue()).appeals.map(({ of }) => of)).toEqual(['author']);
  await eraseModeration(api.orm, author.id, now);
  expect((await second.queue()).appeals).toEqual([]);
});

describe('of an author', () => {
  it('by the commands of the operator', async () => {
    const author = await person('Mio');
    const reader = await person('Taro');
    const post = await posted(author.id);
    await reader.report(post);
    expect((await admin('list')).join('\n')).toContain(`post  ${post}`);
    expect((await admin('show', 'post', post)).join('\n')).toContain('**fell**');
    await expect(admin('decide', 'post', post, 'withdraw')).rejects.toThrow('--why');
    await expect(admin('decide', 'post', post, 'withdraw', '--why', 'x')).rejects.toThrow('--reason');
    expect(await admin('decide', 'post', post, 'withdraw', '--why', 'x', '--reason', 'fraud')).toEqual([
      `post ${post}: withdrawn.`,
    ]);
    await expect(admin('decide', 'post', post, 'keep')).rejects.toThrow('withdrawn');
    const [decision] = (await author.own()).list;
    const id = decision?.decision ?? '';
    await author.call(`mine/${id}/appeal`, 'POST', { words: 'No fraud.' });
    expect((await admin('list')).join('\n')).toContain(`appeal  ${id}`);
    expect((await admin('show', 'appeal', id)).join('\n')).toContain('No fraud.');
    await expect(admin('decide', 'appeal', id, 'keep', '--why', 'y')).rejects.toThrow('another person');
    expect(await by('Ken Abe')('decide', 'appeal', id, 'keep', '--why', 'y')).toHaveLength(1);
    expect(await stateOf(post)).toBe('published');
    expect((await admin('show', 'post', post)).join('\n')).toContain('appeal reversed');
  });

  it('a decision that stands, and one that keeps', async () => {
    const [author, reader, first, second] = [
      await person('Mio'),
      await person('Taro'),
      await judge('Ann'),
      await judge('Bob'),
    ];
    const [kept, gone] = [await posted(author.id), await posted(author.id)];
    for (const post of [kept, gone]) await reader.report(post);
    expect(await first.decide(kept, { ruling: 'keep', reason: null, words: '' })).toMatchObject({ code: SUCCESS });
    expect(await mailed('moderationKept', reader.email)).toHaveLength(1);
    expect(await mailed('moderationWithdrawn', author.email)).toEqual([]);
    await first.decide(gone);
    const [decision] = (await author.own()).list;
    await author.call(`mine/${decision?.decision}/appeal`, 'POST', { words: 'x' });
    await second.call(`appeals/${decision?.decision}`, 'POST', { ruling: 'upheld', words: 'y' });
    expect([await stateOf(kept), await stateOf(gone)]).toEqual(['published', 'withdrawn']);
    expect((await author.own()).list).toMatchObject([
      { appealOutcome: 'upheld', appealReason: 'y', appealUntil: null },
    ]);
    // Reported once is reported: who has been told does not report it again.
    expect(await reader.report(kept)).toMatchObject(SERVER_CODES.conflict);
  });

  it.each(['of an author', 'of who has reported'])('after six months there is none: %s', async (whose) => {
    const { author, reporter, first, post } = await scene();
    const isAuthor = whose === 'of an author';
    await (isAuthor ? first.decide(post) : first.keep(post));
    const [decision] = await api.orm.select().from(moderationDecisions);
    await api.orm.update(moderationDecisions).set({ at: new Date(now.getTime() - 185 * 86_400_000) });
    const appellant = isAuthor ? author : reporter;
    expect((await appellant.own())[isAuthor ? 'list' : 'reports']).toMatchObject([{ appealUntil: null }]);
    expect(await appellant.appeal(decision?.id, 'x')).toMatchObject(SERVER_CODES.conflict);
  });
});
