import type { User } from '../../browserState/user.ts';

/** Shows the picture of a user, else their initials; nothing while nobody is known. `base`: address of the API. */
export function showFace(face: Element, known: (User & { initials: string }) | null, base: string): void {
  face.textContent = known?.initials ?? '';
  if (!known?.avatar) return;
  const picture = document.createElement('img');
  picture.src = base + known.avatar;
  picture.alt = '';
  face.replaceChildren(picture);
}
