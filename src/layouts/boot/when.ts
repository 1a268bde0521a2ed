/**
 * The directive `client:when` of islands: when the script of one is loaded. What the visitor clicks, types or chooses in
 * an island before that is repeated afterwards, so that nothing is lost on a slow network.
 *
 * - `touched`: at the visitor's first pointer, key or focus anywhere on the page, or when a script asks for it
 * - `seen`: when the island comes into the window; `near`: a little before; `touchedOrNear`: whichever is first
 * - `idle`: when the page is loaded
 */
import type { ClientDirective } from 'astro';
import { WAKE_EVENT } from '../../browserState/keys.ts';

export type When = 'touched' | 'seen' | 'near' | 'touchedOrNear' | 'idle';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** How far from the window an island that is `near` may be. */
const NEAR = '600px';

const touched = new Promise<void>((resolve) => {
  const listening = new AbortController();
  const onTouch = (event: Event) => {
    const { type, movementX, movementY } = event as PointerEvent;
    // Browsers also tell of a pointer that rests where the page appears.
    if (type === 'pointermove' && !movementX && !movementY) return;
    listening.abort();
    resolve();
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin']) {
    addEventListener(type, onTouch, { capture: true, passive: true, signal: listening.signal });
  }
});

const occurs: Record<When, (island: HTMLElement) => Promise<unknown>> = {
  touched: (island) =>
    Promise.race([touched, new Promise((resolve) => island.addEventListener(WAKE_EVENT, resolve, { once: true }))]),
  // A page that never rests would keep its islands waiting without the limit.
  idle: () =>
    new Promise((resolve) =>
      'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 1000 }) : setTimeout(resolve, 200),
    ),
  seen: (island) => seenWithin(island, '0px'),
  near: (island) => seenWithin(island, NEAR),
  touchedOrNear: (island) => Promise.race([occurs.touched(island), occurs.near(island)]),
};

function seenWithin(island: HTMLElement, rootMargin: string): Promise<unknown> {
  return new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin },
    );
    // A plain island is empty: it fills what is around it.
    for (const part of island.childElementCount > 0 ? island.children : [island.parentElement]) {
      if (part) observer.observe(part);
    }
  });
}

const when: ClientDirective = async (load, options, island) => {
  const repeat = keepActions(island);
  const moment = options.value as When;
  await occurs[moment](island);
  const hydrate = await load();
  await hydrate();
  repeat();
};

/** Keeps what the visitor does in an island. Returns a function that ends this and does it again. */
function keepActions(island: HTMLElement): () => void {
  const clicked: HTMLElement[] = [];
  const entered = new Map<Control, { value: string; checked: boolean }>();
  const onClick = (event: MouseEvent) => {
    // A button that opens a popover works without script. The click also stands for Enter in a field of a form.
    const button = (event.target as Element).closest<HTMLElement>('button:not([popovertarget])');
    if (!button) return;
    event.preventDefault();
    clicked.push(button);
  };
  const onEntry = ({ target }: Event) => {
    const control = target as Control;
    entered.set(control, { value: control.value, checked: 'checked' in control && control.checked });
  };
  const keeping = new AbortController();
  const options = { capture: true, signal: keeping.signal };
  island.addEventListener('click', onClick, options);
  island.addEventListener('input', onEntry, options);
  island.addEventListener('change', onEntry, options);
  return () => {
    keeping.abort();
    for (const [control, { value, checked }] of entered) enterAgain(control, value, checked);
    for (const button of clicked) button.click();
  };
}

/** Enters again what the visitor entered into a control, which the island may have replaced by what the device kept. */
function enterAgain(control: Control, value: string, checked: boolean): void {
  const tell = (type: string) => control.dispatchEvent(new Event(type, { bubbles: true }));
  tell('input'); // Before React handles an event, it completes the hydration that it has begun.
  const isChoice = control.type === 'checkbox' || control.type === 'radio';
  if (isChoice) (control as HTMLInputElement).checked = checked;
  else if (control.type !== 'file') control.value = value;
  // React ignores an event of a control whose value it knows.
  (control as Control & { _valueTracker?: { setValue: (known: string) => void } })._valueTracker?.setValue('');
  tell(isChoice ? 'click' : 'input');
  tell('change');
}

export default when;
