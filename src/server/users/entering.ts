/** Signing up, confirming the address, logging in and out. */
import { meCall } from '../../contract/users.ts';
import type { Part } from './calls.ts';

export function addEntering({ calls }: Part): void {
  calls.own({
    call: meCall,
    method: 'get',
    operationId: 'userMe',
    summary: 'Who is logged in',
    handle: async ({ user, seconds }) => ({ data: { nickname: user.name, avatar: null, seconds } }),
  });
}
