/** Where an entry is used, with a preview of a page that shows it. */
import { Fragment, useState } from 'react';
import { LOCALES } from '../../i18n/locales.ts';
import { Preview } from '../page/Preview.tsx';
import type { OpenEntry } from './tableCalls.ts';
import type { TableName } from './tableNames.ts';
import { TABLE_WORDS } from './tableWords.ts';

export function UsedOn({ table, opened: { usage, files } }: { table: TableName; opened: OpenEntry }) {
  const shown = [...usage.listed, ...usage.pages.filter(({ address }) => address !== null)];
  const [address, setAddress] = useState('');
  const isOfSoftware = ['ui', 'server', 'mail'].includes(table);
  const isUsed = usage.pages.length + usage.entries.length + usage.files.length > 0;
  return (
    <aside className="desk-used" aria-labelledby="used">
      <h2 id="used">{TABLE_WORDS.usedOn}</h2>
      {isOfSoftware && <p>{TABLE_WORDS.about[table]}</p>}
      {!isUsed && !isOfSoftware && <p>{TABLE_WORDS.unused}</p>}
      {shown.length > 0 && (
        <label className="desk-field">
          {TABLE_WORDS.previewPage}
          <select value={address} onChange={({ target }) => setAddress(target.value)}>
            <option value="">{TABLE_WORDS.noPage}</option>
            {shown.map((page) => (
              <option key={`${page.locale} ${page.page}`} value={page.address ?? ''}>
                {`${page.page.replace('pages/', '')}, ${LOCALES[page.locale].name}`}
              </option>
            ))}
          </select>
        </label>
      )}
      {address && <Preview key={address} address={address} />}
      {usage.pages.length > 0 && (
        <ul className="desk-links">
          {usage.pages.map(({ locale, page, edit }) => (
            <li key={`${locale} ${page}`}>
              <a href={edit ?? undefined}>{`${page.replace('pages/', '')}, ${LOCALES[locale].name}`}</a>
            </li>
          ))}
        </ul>
      )}
      {usage.entries.length > 0 && (
        <p>
          {TABLE_WORDS.usedByEntries}{' '}
          {usage.entries.map((entry) => (
            <Fragment key={entry}>
              <a href={`/_desk/tables/${table}?entry=${encodeURIComponent(entry)}`}>{entry}</a>{' '}
            </Fragment>
          ))}
        </p>
      )}
      {usage.files.length > 0 && (
        <p>
          {TABLE_WORDS.usedByCode} {usage.files.join(', ')}
        </p>
      )}
      <p>
        {TABLE_WORDS.file}:{' '}
        {files.map(({ file, shown: path }) => (
          <Fragment key={file}>
            <button type="button" className="open-file" data-open={path}>
              {file}
            </button>{' '}
          </Fragment>
        ))}
      </p>
    </aside>
  );
}
