/**
 * Shapes that go over the wire: what the browser and the server both import. The client's types, the server's answers
 * and the OpenAPI document are made from it. What runs in a browser imports the part it needs, so that no page loads the
 * shapes of another.
 */
export * from './commonContract.ts';
export * from './deskContract.ts';
export * from './newsContract.ts';
