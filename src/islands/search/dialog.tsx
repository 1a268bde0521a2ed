import { useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import type { SearchFile } from '../../contract/search.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { readOnce } from '../../stores/search.ts';
import { prepare, styles } from './loading.ts';
import Search from './Search.tsx';
import { Suggestions } from './Suggestions.tsx';

interface Opened {
  locale: Locale;
  /** Address of the search's words and names */
  file: string;
  /** Address of the page of the search */
  page: string;
}

/** Opens the search over the page. Rejects if its words or its styles cannot be loaded. */
export async function openSearch(opened: Opened): Promise<void> {
  // The words first, which the field needs.
  const reading = readOnce(opened.file);
  prepare(opened.file, opened.locale);
  const [suggested] = await Promise.all([reading, styles()]);
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const close = () => {
    root.unmount();
    box.remove();
  };
  root.render(<Dialog {...opened} suggested={suggested as SearchFile<Words<'search.*'>>} onClose={close} />);
}

interface DialogProps extends Opened {
  suggested: SearchFile<Words<'search.*'>>;
  onClose: () => void;
}

function Dialog({ suggested, onClose, ...search }: DialogProps) {
  const { words } = suggested;
  const say = speaker(words, search.locale);
  const dialog = useRef<HTMLDialogElement>(null);

  // Before the field takes the focus, which it cannot while it is not shown.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // A result may be on this page.
    const onClick = ({ target }: MouseEvent) => {
      if (target === element || (target instanceof Element && target.closest('a'))) element.close();
    };
    element.addEventListener('click', onClick);
    return () => element.removeEventListener('click', onClick);
  }, []);

  return (
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label={say('search.label')}
      onClose={onClose}
      // By itself, Escape in a field with words would only empty the field.
      onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && dialog.current?.close()}
    >
      <div>
        <button
          type="button"
          className="search-close"
          aria-label={say('search.close')}
          onClick={() => dialog.current?.close()}
        />
        <Search {...search} words={words}>
          <Suggestions locale={search.locale} suggested={suggested} />
        </Search>
      </div>
    </dialog>
  );
}
