/** A plain island renders no HTML: the .astro file around it has the elements that it fills. */
export default {
  name: 'plain',
  check: async (component: unknown) => typeof component === 'function' && 'plain' in component,
  renderToStaticMarkup: async () => ({ html: '' }),
};
