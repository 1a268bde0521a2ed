/** Old addresses in the development server lead to the new ones, by redirects.json as it is now. */
import { expect, it } from 'vitest';
import { newAddress } from '../../../../src/desk/server/redirect.ts';
import { emptyTree } from '../../../helpers/content/contentTree.ts';

const tree = emptyTree('redirect');

it('leads an old address to the new one, in its language and with its query', () => {
  tree.write('redirects.json', '[{ "from": "/service/debt", "to": "/service/bonds" }]\n');
  const at = (url: string) => newAddress(url, tree.dir);
  expect(at('/service/debt')).toBe('/service/bonds');
  expect(at('/ja/service/Debt/?a=b')).toBe('/ja/service/bonds?a=b');
  for (const url of ['/service/bonds', '/service/debt/more', '//service/debt', '/src/service/debt.ts', '/', ''])
    expect(at(url), url).toBeNull();
  tree.write(
    'routes.json',
    '[{ "path": "/service/debt", "index": 9999, "kind": "article", "label": "route.debt", "indexed": false }]\n',
  );
  expect(at('/service/debt'), 'a page that exists').toBeNull();
  tree.remove('routes.json');
  expect(at('/service/debt')).toBe('/service/bonds');
  tree.write('redirects.json', '[]\n');
  expect(at('/service/debt')).toBeNull();
});
