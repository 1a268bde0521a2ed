import { around } from '../../reading/passages.ts';
import { matchesIn, type Rule } from '../rule.ts';

/** What writers leave where words or figures are still to come. */
const PATTERNS = [
  /\b(?:TODO|TBD|TBC|TBA|FIXME|XXX+|TK|WIP)\b|\blorem ipsum\b|\bfoo bar\b|\bplaceholder text\b/gi,
  /(?<![A-Za-z\d])[XxＸ]{1,3}(?=\s?(?:%|％|percent\b|年|月|日|円|元|万|萬|か所|種|种|[个個名家天条條次项項件人]))|[$€£¥][Xx]{1,3}\b|\bYYYY\b|\b20XX\b|\bMM[/-]DD\b/g,
  /[（(【[［〔<＜](?:\s*)(?:要確認|要確認事項|未定|仮|確認中|要修正|後で|ここに|待确认|待確認|待补|待補|待定|待补充|待補充|待完善|待核实|待核實|待查|待翻译|待翻譯|未翻译|未翻譯|TODO|TBD|insert [^\])>]{1,40}|your [^\])>]{1,40}|to be (?:confirmed|written|decided|added)[^\])>]{0,40}|translate[^\])>]{0,40}|check[^\])>]{0,20})(?:\s*)[）)】\]］〕>＞]/gi,
  /[（(【[〔](?:訳注|訳者注|编者注|編者註|译注|译者注|譯註|譯者註|編集注|校注|メモ|备注给|注意：?删除)[:：、 ][^）)】\]〕]*[）)】\]〕]|(?:ここ|此处|此處|这里|這裡)(?:に|为|為|是|放|填|插入)[^。]{0,12}(?:が入ります|を入れ(?:る|ます)|を挿入|占位|说明文字|說明文字|插入|填入|补上|補上)|[※＊](?:ダミー|仮の?(?:文|テキスト|数字)|要確認|後で)|ダミー(?:テキスト|文)|(?:后续|後續|稍后|稍後)(?:补充|補充)(?=[。）)】]|$)/g,
  /[○〇◯●△▲□■]{2,}|\?{3,}|？{3,}|_{3,}|\.{4,}/g,
];

/** No words that writers left for later. */
export const placeholder: Rule = {
  name: 'placeholder',
  checks: () => ({
    words({ text, lineAt }, _locale, report) {
      const taken: [number, number][] = [];
      for (const pattern of PATTERNS) {
        for (const { 0: found, index } of matchesIn(text, pattern)) {
          if (taken.some(([from, to]) => index < to && index + found.length > from)) continue;
          taken.push([index, index + found.length]);
          const what = `words that were left for later: ${around(text, index, found.length)}`;
          report(lineAt(index), what, 'the finished text', 'write it, or leave the sentence out');
        }
      }
    },
  }),
};
