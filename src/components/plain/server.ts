/** A plain island draws nothing itself: what it fills stands in the .astro file around it. */
export default {
  name: 'plain',
  check: async (component: unknown) => typeof component === 'function' && 'plain' in component,
  renderToStaticMarkup: async () => ({ html: '' }),
};
