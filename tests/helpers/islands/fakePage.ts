/** The parts of a browser's page that the boot script and the stores use, for tests without a browser. */

/** Stands for `localStorage` and `sessionStorage`. `broken` throws at every use, as if storage were switched off. */
export class FakeStorage implements Storage {
  [name: string]: unknown;
  readonly #items = new Map<string, string>();
  readonly #broken: boolean;

  constructor(items: Record<string, string> = {}, broken = false) {
    for (const [key, value] of Object.entries(items)) this.#items.set(key, value);
    this.#broken = broken;
  }

  static broken(): FakeStorage {
    return new FakeStorage({}, true);
  }

  #use(): Map<string, string> {
    if (this.#broken) throw new DOMException('The operation is insecure.', 'SecurityError');
    return this.#items;
  }

  get length(): number {
    return this.#use().size;
  }
  clear(): void {
    this.#use().clear();
  }
  getItem(key: string): string | null {
    return this.#use().get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.#use().keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.#use().delete(key);
  }
  setItem(key: string, value: string): void {
    this.#use().set(key, String(value));
  }
}

/** An element with the few selectors that the boot script uses: tag, #id, .class, [name], [name="x"], [name~="x"]. */
export class FakeElement extends EventTarget {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  children: FakeElement[];
  parent: FakeElement | null = null;
  hidden = false;
  textContent = '';

  constructor(tag: string, attributes: Record<string, string> = {}, children: FakeElement[] = []) {
    super();
    this.tag = tag;
    this.attributes = attributes;
    this.children = [];
    this.append(...children);
  }

  get dataset(): Record<string, string> {
    const names = Object.keys(this.attributes).filter((name) => name.startsWith('data-'));
    const camel = (name: string) => name.slice(5).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    return Object.fromEntries(names.map((name) => [camel(name), this.attributes[name] ?? '']));
  }

  /** The content of a template */
  get content(): FakeElement {
    return this;
  }

  /** A deep copy of a template's content. */
  cloneNode(): FakeElement {
    const copy = new FakeElement(
      '#fragment',
      {},
      this.children.map((child) => child.#copy()),
    );
    return copy;
  }

  #copy(): FakeElement {
    return new FakeElement(
      this.tag,
      { ...this.attributes },
      this.children.map((child) => child.#copy()),
    );
  }

  append(...added: FakeElement[]): void {
    for (const one of added) {
      if (one.tag === '#fragment') {
        this.append(...one.children);
        continue;
      }
      one.parent = this;
      this.children.push(one);
    }
  }

  after(...added: FakeElement[]): void {
    this.parent?.append(...added);
  }

  remove(): void {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this);
    this.parent = null;
  }

  getAttribute(name: string): string | null {
    return this.attributes[name] ?? null;
  }

  matches(selectors: string): boolean {
    return selectors.split(',').some((selector) => this.#is(selector.trim()));
  }

  #is(selector: string): boolean {
    const parts = selector.match(/^[\w-]+|#[\w-]+|\.[\w-]+|\[[^\]]+\]/g) ?? [];
    if (parts.join('') !== selector) throw new Error(`FakeElement knows no selector '${selector}'`);
    return parts.every((part) => {
      if (part.startsWith('#')) return this.attributes.id === part.slice(1);
      if (part.startsWith('.')) return this.#words('class').includes(part.slice(1));
      const [, name = '', operator, value = ''] = /^\[([\w-]+)(?:(~?=)"([^"]*)")?\]$/.exec(part) ?? [];
      if (!name) return this.tag === part;
      if (!operator) return name in this.attributes;
      return operator === '=' ? this.attributes[name] === value : this.#words(name).includes(value);
    });
  }

  #words(attribute: string): string[] {
    return this.attributes[attribute]?.split(/\s+/) ?? [];
  }

  querySelectorAll(selectors: string): FakeElement[] {
    // The content of a template is not part of the page.
    return this.children.flatMap((child) => [
      ...(child.matches(selectors) ? [child] : []),
      ...(child.tag === 'template' ? [] : child.querySelectorAll(selectors)),
    ]);
  }

  querySelector(selectors: string): FakeElement | null {
    return this.querySelectorAll(selectors)[0] ?? null;
  }
}

type Listener = (event: unknown) => void;

export class FakeDocument extends EventTarget {
  readonly documentElement: { dataset: Record<string, string | undefined> } = { dataset: {} };
  readyState = 'complete';
  body: FakeElement | null = new FakeElement('body');

  querySelector(selectors: string): FakeElement | null {
    return this.body?.querySelector(selectors) ?? null;
  }
}

/** A window whose timers are the global ones, so that fake timers apply to them. */
export class FakeWindow extends EventTarget {
  readonly document = new FakeDocument();
  reloads = 0;
  readonly location = {
    reload: () => {
      this.reloads += 1;
    },
  };
  sessionStorage: Storage = new FakeStorage();
  Astro: Record<string, (load: () => Promise<unknown>, options: unknown, island: unknown) => unknown> = {};
  readonly #capturing: [string, Listener][] = [];

  setTimeout = (act: () => void, delay: number) => setTimeout(act, delay);
  requestAnimationFrame = (act: () => void) => act();
  clearTimeout = (timer: NodeJS.Timeout | undefined) => clearTimeout(timer);

  override addEventListener(type: string, listener: Listener, options?: boolean | AddEventListenerOptions): void {
    const captures = typeof options === 'object' ? options.capture : options;
    if (captures) this.#capturing.push([type, listener]);
    else super.addEventListener(type, listener, options);
  }

  /** Dispatches an event that does not bubble, such as `error`: the window gets it in the capture phase only. */
  dispatchAt(target: unknown, type: string): void {
    for (const [wanted, listener] of this.#capturing) if (wanted === type) listener({ type, target });
  }

  /** This window in the type that the code under test expects. */
  asWindow(): Window {
    return this as unknown as Window;
  }
}
