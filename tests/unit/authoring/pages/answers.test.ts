/** What many pages are asked is answered in one place: no page has an answer of its own, with which it could differ. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ANSWERS } from '../../../../src/authoring/components.ts';
import { marksOf } from '../../../../src/authoring/reading/mdx.ts';
import { readPage } from '../../../../src/authoring/reading/passages.ts';
import { CONTENT_DIR, mdxFiles, parseSource, readText } from '../../../../src/catalogue/content.ts';
import { keysOf } from '../../../../src/forms/lists.ts';
import { LOCALE_IDS, type Locale } from '../../../../src/i18n/locales.ts';
import { translator } from '../../../../src/i18n/messages.ts';

type Stated = 'revenue' | 'license' | 'account';

/** A text that matches says it beside its answer (revenue), or otherwise than its answer. */
const PATTERNS: Record<'en' | 'ja' | 'tw' | 'cn', Record<Stated, RegExp[]>> = {
  en: {
    // The three that pay, together: only the answer names them
    revenue: [/(?=.*advert).*(usage and maintenance|maintenance fees)/is],
    // Without a license one may not apply, or may publish
    license: [
      /\bcan(not|’t) (apply|send the (application|form))\b[^.]*\bwithout\b[^.]*\b(licence|license)/i,
      /\b(must|need to|have to)\b[^.]*\b(licence|license)[^.]*\b(to|before|when) ((you|they) )?(can )?(apply|send)\b/i,
      /\b(licence|license)[^.]*\b(is|are) (required|mandatory)\b[^.]*\b(apply|application)\b/i,
      /\b(licence|license) is optional\b/i,
      /\b(can|may) publish\b[^.]*\bwithout (a|any|your) (professional )?(licence|license)/i,
    ],
    // Finger has the trading account, or the money
    account: [
      /\b(trading|brokerage|securities|margin) accounts?( is| are)? (with|at|from) Finger\b/i,
      /\b(open|have|hold|fund)s? (an?|your|the) account (with|at) Finger\b/i,
      /\bFinger(’s)? (trading )?account covers\b/i,
      /\bFinger (holds|keeps|safeguards) (your|the|clients’) (money|cash|funds|securities|assets)\b/i,
    ],
  },
  ja: {
    revenue: [/(?=.*広告).*保守料/s],
    license: [
      /資格[^。、]*(なければ|ないと|ない場合は|なしでは)[^。]{0,12}(申し込め|お申し込みいただけ)(ません|ない)/,
      /申し込み(に|には|の際に)[^。]{0,4}業務資格[^。]{0,12}(必須|必要)/,
      /資格[^。、]{0,8}(なくても|なしで)[^。、]{0,12}(公開|配信|発信)(でき|いただけ)(ます|る)/,
    ],
    account: [
      /Finger(の|に|で)?(取引|証券)?口座(?!開設フォーム)/,
      /当社(の|に)(取引|証券)?口座/,
      /(Finger|当社)が[^。]{0,12}(資金|証券|資産)を?[^。]{0,6}(預か|保管|管理)(り|し)(ます|て)/,
    ],
  },
  tw: {
    revenue: [/(?=.*廣告).*維護費/s],
    license: [
      /(沒有|未持有|無)(執業)?證照[^，。；]{0,6}(不能|不得|無法)[^，。；]{0,4}申請/,
      /申請[^，。；]{0,6}(須|必須|需)[^，。；]{0,6}證照/,
      /(沒有|無)(執業)?證照[^，。；]{0,6}(可|能)[^，。；]{0,6}(發布|發表)/,
    ],
    account: [
      /Finger的?(交易|證券)帳戶/,
      /Finger的?帳戶(涵蓋|可以?交易|可以?買賣)/,
      /(在|向)Finger開(立|設)?(交易|證券)?帳?戶/,
      /Finger(代為|負責)?保管(您的)?(款項|資金|有價證券)/,
    ],
  },
  cn: {
    revenue: [/(?=.*广告).*维护费/s],
    license: [
      /(没有|未持有|无)(执业)?证书[^，。；]{0,6}(不能|不得|无法)[^，。；]{0,4}申请/,
      /申请[^，。；]{0,6}(须|必须|需)[^，。；]{0,6}证书/,
      /(没有|无)(执业)?证书[^，。；]{0,6}(可|能)[^，。；]{0,6}发布/,
    ],
    account: [
      /Finger的?(交易|证券)账户/,
      /Finger的?账户(覆盖|可以?交易|可以?买卖)/,
      /(在|向)Finger开(立|设)?(交易|证券)?账?户/,
      /Finger(代为|负责)?保管(您的)?(资金|款项|证券)/,
    ],
  },
};

/** Sentences that must be found, and sentences on the same subject that agree with the answer. */
const SENTENCES: Record<keyof typeof PATTERNS, Record<Stated, { found: string[]; passed: string[] }>> = {
  en: {
    revenue: {
      found: ['Finger lives on advertising and on usage and maintenance fees of developers.'],
      passed: ['Advertising is marked.', 'The maintenance margin is 75 percent.'],
    },
    license: {
      found: [
        'You cannot apply without a professional license.',
        'Analysts must upload their licence before they apply.',
        'A license is required for the application.',
        'The license is optional.',
        'Analysts may publish for a month without a license.',
      ],
      passed: [
        'You can apply without a license at hand, but publishing waits for it.',
        'Analysts and brokers need a professional license.',
        'Without a license you cannot publish.',
        'State the type and number of your license when you apply.',
      ],
    },
    account: {
      found: [
        'Your trading account is with Finger.',
        'Open an account with Finger and start to trade.',
        'Finger’s account covers 48 currency pairs.',
        'Finger holds your money apart from its own.',
      ],
      passed: [
        'Your login is with Finger; your trading account is with your broker.',
        'Finger holds neither money nor securities.',
        'Open an account with your broker through Finger.',
        'You close your Finger account in the settings.',
      ],
    },
  },
  ja: {
    revenue: { found: ['広告料とAPIの保守料が当社の収入です。'], passed: ['広告には表示を付けます。'] },
    license: {
      found: [
        '業務資格がなければ申し込めません。',
        '申し込みには業務資格の写しが必要です。',
        '資格がなくてもすぐに公開できます。',
      ],
      passed: [
        '手元になくても申し込めますが、公開できるのは提出後です。',
        '資格がなくても申し込めますが、配信は提出までできません。',
        'ブローカーとアナリストには業務資格が必要です。',
      ],
    },
    account: {
      found: ['Fingerに口座を開設します。', 'Fingerの取引口座で注文します。', '当社がお客さまの資金を管理します。'],
      passed: [
        'ログインに使うのはFingerのアカウントです。',
        '取引口座は取引業者に開設します。',
        '当社が資金をお預かりすることはありません。',
      ],
    },
  },
  tw: {
    revenue: { found: ['Finger靠廣告與API維護費營運。'], passed: ['廣告一律標示。'] },
    license: {
      found: ['沒有執業證照不能申請。', '申請時必須附上證照。', '沒有證照也可以發表文章。'],
      passed: ['手邊沒有證照也可以先申請，但提交證照後才能發表。', '分析師須持有執業證照。'],
    },
    account: {
      found: ['您的Finger交易帳戶', 'Finger帳戶涵蓋48組貨幣對。', '在Finger開戶即可交易。', '由Finger保管您的款項。'],
      passed: ['登入帳號由Finger提供，交易帳戶則開在往來券商。', '關閉Finger帳戶不等於平倉。', 'Finger不保管款項。'],
    },
  },
  cn: {
    revenue: { found: ['Finger的收入来自广告和API维护费。'], passed: ['广告均有标识。'] },
    license: {
      found: ['没有执业证书不能申请。', '申请时必须上传证书。', '没有证书也可以发布文章。'],
      passed: ['手边没有证书也可以先申请，但提交证书后才能发布。', '分析师须持有执业证书。'],
    },
    account: {
      found: ['您的Finger交易账户', 'Finger账户覆盖48个货币对。', '在Finger开户即可交易。', '由Finger保管您的资金。'],
      passed: ['登录账号在Finger开设，交易账户在开户券商开立。', '注销Finger账户不等于平仓。', 'Finger不保管资金。'],
    },
  },
};
const STATED = ['revenue', 'license', 'account'] as const;

const languageOf = (locale: Locale) => (locale === 'en-US' || locale === 'en-GB' ? 'en' : locale);
const states = (language: keyof typeof PATTERNS, stated: Stated) => (text: string) =>
  PATTERNS[language][stated].some((pattern) => pattern.test(text));

describe.each(keysOf(SENTENCES))('in %s', (language) => {
  it.each(STATED)('another answer on %s is found, the same one is not', (stated) => {
    const { found, passed } = SENTENCES[language][stated];
    expect([...found, ...passed].filter(states(language, stated))).toEqual(found);
  });
});

describe.each(LOCALE_IDS)('%s', (locale) => {
  const files = mdxFiles(locale).map((name) => {
    const file = `${CONTENT_DIR}/${locale}/${name}.mdx`;
    return { name, raw: readText(file) };
  });

  const passages = files.flatMap(({ name, raw }) =>
    readPage({ file: name, locale, name, raw }).passages.map(({ text }) => ({ name, text })),
  );

  it('who pays Finger is said by the answer, which names all three', () => {
    expect(translator(locale)('answer.revenue')).toSatisfy(states(languageOf(locale), 'revenue'));
  });

  it.each(STATED)('no page has another answer on %s', (stated) => {
    const isStated = states(languageOf(locale), stated);
    expect(passages.filter(({ text }) => isStated(text))).toEqual([]);
  });

  it.each(['license', 'account'] as const)('no message has another answer on %s', (stated) => {
    const messages = readFileSync(`${CONTENT_DIR}/${locale}/ui.json`, 'utf8').split('\n');
    expect(messages.filter(states(languageOf(locale), stated))).toEqual([]);
  });

  it('the figure of news sites stands in the answer alone, beside the feeds that are read', () => {
    const naming = files.filter(({ raw }) => marksOf(parseSource(raw).body).facts.includes('newsSites'));
    expect(naming.map(({ name }) => name)).toEqual([]);
  });

  it('a page gives an answer at most once', () => {
    const twice = files.flatMap(({ name, raw }) =>
      ANSWERS.filter((answer) => raw.split(`<Answer to="${answer}"`).length > 2).map((answer) => `${name} ${answer}`),
    );
    expect(twice).toEqual([]);
  });
});
