/** Calls a plain island with its props and its element; Astro awaits the result. */
export default (element: HTMLElement) => (island: (props: object) => unknown, props: object) =>
  island({ ...props, element });
