import { useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import type { Locale } from '../../i18n/locales.ts';
import { prepareSearch, readWords } from '../../stores/search.ts';
import sheet from '../../styles/search.css?url';
import Search from './Search.tsx';
import { type SearchWords, sayer } from './words.ts';

interface Opened {
  locale: Locale;
  /** Address of the search's words and names */
  file: string;
  /** Address of the page of the search */
  page: string;
}

/** Opens the search over the page. Rejects if its words or its styles cannot be loaded. */
export async function openSearch(opened: Opened): Promise<void> {
  prepareSearch(opened.file, opened.locale);
  const [words] = await Promise.all([readWords(opened.file), styles()]);
  // The key may be pressed again while it loads.
  if (document.querySelector('dialog[open]')) return;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const leave = () => {
    root.unmount();
    host.remove();
  };
  root.render(<Dialog {...opened} words={words as SearchWords} onClose={leave} />);
}

/** The styles, once: a page that has them in its head links to them already. */
function styles(): Promise<void> {
  if (document.querySelector(`link[href="${sheet}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = sheet;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(sheet));
    };
    document.head.append(link);
  });
}

function Dialog({ onClose, ...search }: Opened & { words: SearchWords; onClose: () => void }) {
  const say = sayer(search.words, search.locale);
  const dialog = useRef<HTMLDialogElement>(null);

  // Before the field takes the focus, which it cannot while it is not shown.
  useLayoutEffect(() => {
    const own = dialog.current;
    if (!own) return;
    own.showModal();
    // A result may be on this page.
    const onClick = ({ target }: MouseEvent) => {
      if (target === own || (target instanceof Element && target.closest('a'))) own.close();
    };
    own.addEventListener('click', onClick);
    return () => own.removeEventListener('click', onClick);
  }, []);

  return (
    <dialog ref={dialog} className="search-dialog" aria-label={say('search.label')} onClose={onClose}>
      <div>
        <button
          type="button"
          className="search-close"
          aria-label={say('search.close')}
          onClick={() => dialog.current?.close()}
        />
        <Search {...search} />
      </div>
    </dialog>
  );
}
