/** A lesson as an editor writes it from its template, and its Japanese translation. The rules find no problem in them. */

/** The sections of the template. */
export const HEADINGS = ['What it is', 'How a trade works', 'What it costs', 'Risks', 'Questions'] as const;

/** In menus; in English it has its title. */
export const NAMES = { ja: '単元未満株', tw: '零股', cn: '零股' } as const;

interface Text {
  title: string;
  description: string;
  lead: string;
  sections: readonly string[];
}

export const LESSON: Text = {
  title: 'Odd lots',
  description: 'What an odd lot is, how it trades, what it costs and what can be lost.',
  lead: 'An odd lot is fewer shares than the standard number. It is bought and sold in another way.',
  sections: [
    `## What it is

An <Term id="oddLot">odd lot</Term> is fewer shares than a <Term id="roundLot">round lot</Term>, the standard number in which a market trades. With a round lot of 100 shares, 30 shares are an odd lot.`,
    `## How a trade works

The broker collects odd lots and trades them together, often at one price a day. A <Term id="limitOrder">limit order</Term> may not be possible.

<Ledger caption="A purchase of 30 shares">

| Step | Amount |
| --- | ---: |
| 30 shares at $20.00 | $600.00 |
| Commission | $3.00 |
| Paid in all | $603.00 |

</Ledger>`,
    `## What it costs

A <Term id="commission">commission</Term> of $3.00 is 0.5% of $600.00. The <Term id="spread">spread</Term> comes on top of it.`,
    `## Risks

<Risks>

- The price can fall, and the shares can lose all of their value.
- You may have to wait for a price, and it can be worse than the one you saw.

</Risks>`,
    `## Questions

<Question ask="Can odd lots become a round lot?">

Yes. Buy the shares that are missing, and sell them all together.

</Question>`,
  ],
};

export const TRANSLATION: Text = {
  title: '単元未満株',
  description: '単元未満株とは何か、どのように売買され、いくらかかり、何を失うおそれがあるかを説明します。',
  lead: '単元未満株は、売買の標準となる数に満たない株式です。通常とは異なる方法で売買されます。',
  sections: [
    `## 単元未満株とは

市場で売買の標準となる数を<Term id="roundLot">単元</Term>といい、それに満たない数の株式を<Term id="oddLot">単元未満株</Term>といいます。1単元が100株なら、30株は単元未満株です。`,
    `## 売買の仕組み

証券会社は単元未満株の注文を集め、多くは1日に1つの価格でまとめて売買します。<Term id="limitOrder">指値注文</Term>は出せないことがあります。

<Ledger caption="30株を買う例">

| 段階 | 金額 |
| --- | ---: |
| 20.00ドルの株式を30株 | 600.00ドル |
| 売買手数料 | 3.00ドル |
| 支払いの合計 | 603.00ドル |

</Ledger>`,
    `## 費用

600.00ドルに対する3.00ドルの<Term id="commission">売買手数料</Term>は、0.5%に当たります。これに<Term id="spread">スプレッド</Term>が加わります。`,
    `## リスク

<Risks>

- 株価は下がることがあり、株式が無価値になることもあります。
- 価格が決まるまで待つことがあり、見た価格より不利になることもあります。

</Risks>`,
    `## よくある質問

<Question ask="単元未満株を単元にできますか">

はい。足りない株数を買い足せば、まとめて売れます。

</Question>`,
  ],
};
