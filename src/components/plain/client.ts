/** Calls a plain island with its props and its element; Astro waits for what it returns. */
export default (element: HTMLElement) => (island: (props: object) => unknown, props: object) =>
  island({ ...props, element });
