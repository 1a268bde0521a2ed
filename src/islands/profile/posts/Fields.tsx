import { Fragment } from 'react';
import { NEWS_LANGUAGES } from '../../../contract/news.ts';
import { ADVICE, HOLDINGS, HORIZONS, PRODUCTS } from '../../../forms/lists.ts';
import { CheckField, RadioField, SelectField, TextArea, TextField } from '../../formControls/controls.tsx';
import { useFields } from '../../formControls/field.ts';
import type { Say } from '../parts.tsx';
import { type OwnPostProps, sayIn } from './ownPostParts.ts';

const choices = <T extends string>(list: readonly T[], word: (value: T) => string) =>
  list.map((value) => ({ value, text: word(value) }));

/** The fields of a post. */
export function Fields(props: OwnPostProps) {
  const { own, series } = props;
  const say = sayIn(props);
  const { useAnswer } = useFields();
  const [recommends] = useAnswer('recommends');
  const [symbols] = useAnswer('symbols');
  return (
    <>
      <TextField name="title" label={say('user.posts.title')} autoComplete="off" />
      <TextArea name="text" label={say('user.posts.text')} hint={<Writing say={say} />} rows={12} />
      <TextField
        name="symbols"
        label={say('user.posts.symbols')}
        hint={say('user.posts.symbols.hint')}
        autoComplete="off"
        width="medium"
        spellCheck={false}
        optional={!recommends}
      />
      <TextField
        name="pricesOn"
        label={say('user.posts.pricesOn')}
        type="date"
        autoComplete="off"
        width="short"
        optional={!recommends && !symbols}
      />
      <SelectField
        name="series"
        label={say('user.posts.series')}
        empty={say('user.posts.series.none')}
        options={series}
      />
      <RadioField
        name="holding"
        label={say('user.posts.holding')}
        options={choices(HOLDINGS, (value) => say(`post.holding.${value}`))}
      />
      <CheckField name="recommends" label={say('user.posts.recommends')} hint={say('user.posts.recommends.hint')} />
      {recommends === true && (
        <>
          <SelectField
            name="recommendation.product"
            label={say('user.posts.product')}
            empty=""
            options={choices(PRODUCTS, (value) => say(`account.product.${value}`))}
          />
          <RadioField
            name="recommendation.advice"
            label={say('user.posts.advice')}
            options={choices(ADVICE, (value) => say(`post.advice.${value}`))}
          />
          <RadioField
            name="recommendation.horizon"
            label={say('user.posts.horizon')}
            options={choices(HORIZONS, (value) => say(`post.horizon.${value}`))}
          />
          <TextArea name="recommendation.basis" label={say('user.posts.basis')} hint={say('user.posts.basis.hint')} />
          <TextArea
            name="recommendation.method"
            label={say('user.posts.method')}
            hint={say('user.posts.method.hint')}
          />
          <TextArea name="recommendation.risk" label={say('user.posts.risk')} hint={say('user.posts.risk.hint')} />
          <TextField
            name="recommendation.updates"
            label={say('user.posts.updates')}
            hint={say('user.posts.updates.hint')}
            autoComplete="off"
          />
          <TextField
            name="recommendation.interests"
            label={say('user.posts.interests')}
            hint={say('user.posts.interests.hint')}
            autoComplete="off"
            optional
          />
          <TextField
            name="recommendation.earlier"
            label={say('user.posts.earlier')}
            hint={say('user.posts.earlier.hint')}
            autoComplete="off"
            optional
          />
        </>
      )}
      <SelectField
        name="language"
        label={say('user.posts.language')}
        options={choices(
          NEWS_LANGUAGES,
          (value) => new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value,
        )}
      />
      {own.companies.length > 0 && (
        <SelectField
          name="company"
          label={say('user.posts.company')}
          empty={say('user.posts.company.own')}
          options={own.companies.map(({ id, name }) => ({ value: id, text: name }))}
        />
      )}
    </>
  );
}

const MARKS = [
  ['*…*', 'emphasis'],
  ['**…**', 'strong'],
  ['- …', 'list'],
  ['> …', 'quotation'],
  ['[…](https://…)', 'link'],
] as const;

/** How a text is written. */
export function Writing({ say }: { say: Say<'user.posts.*'> }) {
  return (
    <>
      {say('user.posts.text.hint')}{' '}
      {MARKS.map(([mark, what], at) => (
        <Fragment key={what}>
          {at > 0 && ' · '}
          <code>{mark}</code> {say(`user.posts.mark.${what}`)}
        </Fragment>
      ))}
    </>
  );
}
