/** Asks once before something is lost. */
import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  title: string;
  /** What is lost */
  children: ReactNode;
  /** The buttons */
  yes: string;
  no: string;
  onYes: () => void;
  /** Whatever else closes it, such as Escape */
  onNo: () => void;
}

/** Rendered while it asks. */
export function Ask({ title, children, yes, no, onYes, onNo }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="desk-ask" aria-labelledby={id} onClose={onNo}>
      <h2 id={id}>{title}</h2>
      {children}
      <p className="desk-tools">
        <button type="button" className="button" onClick={onYes}>
          {yes}
        </button>
        <button type="button" className="button quiet" onClick={onNo}>
          {no}
        </button>
      </p>
    </dialog>
  );
}
