// cspell:ignore IHDR IDAT IEND xmpmeta iptc
/** Avatars: what becomes of a picture, which files are refused, who gets to see it. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { Me } from '../../../../src/contract/session.ts';
import { AVATAR, avatarCall, type UserCenterData } from '../../../../src/contract/users.ts';
import { FAULT_WORDS, type FaultKey } from '../../../../src/forms/faultWords.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { userAvatars } from '../../../../src/server/db/schema.ts';
import { FORM_TYPE, formOf } from '../../../helpers/forms.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const t = translator('en-US');

const send = async (bytes: Buffer, token: string, name = 'file') => {
  const served = await api.serving();
  const { status, text } = await served.ask(avatarCall.path, {
    method: 'POST',
    headers: { 'content-type': FORM_TYPE, token },
    body: formOf(bytes, { name, type: 'image/png' }),
  });
  const said = JSON.parse(text) as {
    code: number;
    message: string;
    data: { avatar?: string; fields?: unknown } | null;
  };
  return { status, ...said, avatar: said.data?.avatar ?? '' };
};
const see = async (path: string) => (await api.serving()).ask(path);

/** A picture of one color, with a red left half. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#33c' } }).composite([
    {
      input: { create: { width: Math.max(1, Math.floor(width / 2)), height, channels: 3, background: '#c33' } },
      left: 0,
      top: 0,
    },
  ]);
const noise = sharp({
  create: {
    width: 400,
    height: 400,
    channels: 3,
    background: '#000',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
});

/** A chunk of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
/** A PNG of black pixels, which are few bytes however many they are. */
function blackPng(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), ...more, chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('in %s becomes a square WebP at an address of its own', async (format) => {
    const { token } = await api.user();
    const { code, avatar } = await send(await picture(900, 300)[format]().toBuffer(), token);
    expect(code).toBe(SUCCESS);
    expect(avatar).toMatch(/^\/api\/web\/user\/avatar\/[\w-]{32}$/);
    const { status, headers, body } = await see(avatar);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=86400, must-revalidate',
      'x-content-type-options': 'nosniff',
      'content-length': String(body.length),
    });
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: AVATAR.side, height: AVATAR.side });
    expect((await api.ask<Me>('me', { token })).data.avatar).toBe(avatar);
    expect((await api.ask<UserCenterData>('centre', { token })).data.avatar).toBe(avatar);
  });

  it('is asked for again after a day, and is gone then if it was removed', async () => {
    const { token } = await api.user();
    const { avatar } = await send(await picture(400, 400).png().toBuffer(), token);
    const { headers } = await see(avatar);
    const again = async () => (await api.serving()).ask(avatar, { headers: { 'if-none-match': String(headers.etag) } });
    expect(await again()).toMatchObject({ status: 304, headers: { 'cache-control': headers['cache-control'] } });
    await api.ask('profile/avatar', { method: 'DELETE', token });
    expect((await again()).status).toBe(404);
  });

  it('is turned as its EXIF says, and loses everything but its pixels', async () => {
    const { token } = await api.user();
    const exif = { IFD0: { Copyright: 'Hana Sato', Artist: '<script>' }, IFD3: { GPSLatitude: '35/1 41/1 0/1' } };
    const taken = await picture(400, 400)
      .withMetadata({ orientation: 6 })
      .withExifMerge(exif)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif?.toString('latin1')).toContain('Hana Sato');
    const polyglot = Buffer.concat([taken, Buffer.from('<html><script>alert(1)</script>PK\u0003\u0004')]);
    const { avatar } = await send(polyglot, token);
    const { body } = await see(avatar);
    const found = await sharp(body).metadata();
    expect([found.exif, found.xmp, found.icc, found.iptc, found.orientation]).toEqual(Array(5).fill(undefined));
    expect(body.toString('latin1')).not.toMatch(/Hana|script|secret/);
    // The red half was left, so it is on top after a turn to the right.
    const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
    expect(at(128, 20)).toBeGreaterThan(150);
    expect(at(128, 236)).toBeLessThan(100);
  });

  it('that moves is still: its first frame', async () => {
    const { token } = await api.user();
    const frames = await Promise.all(
      ['#c33', '#3c3', '#33c'].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: 100 })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(3);
    const { avatar } = await send(animated, token);
    const { body } = await see(avatar);
    expect((await sharp(body).metadata()).pages ?? 1).toBe(1);
    const [red = 0, green = 0] = await sharp(body).raw().toBuffer();
    expect(red).toBeGreaterThan(green);
  });

  it('replaces the one before, whose address ends, and can be removed', async () => {
    const { token } = await api.user();
    const first = await send(blackPng(10, 10), token);
    const second = await send(blackPng(20, 20), token);
    expect(second.avatar).not.toBe(first.avatar);
    expect((await see(first.avatar)).status).toBe(404);
    expect((await see(second.avatar)).status).toBe(200);
    const both = await Promise.all([send(blackPng(30, 30), token), send(blackPng(40, 40), token)]);
    expect(both.map(({ code }) => code)).toEqual([SUCCESS, SUCCESS]);
    expect(await api.orm.$count(userAvatars)).toBe(1);
    const removed = await api.ask('profile/avatar', { method: 'DELETE', token });
    expect(removed).toMatchObject({ code: SUCCESS, data: { avatar: null } });
    for (const { avatar } of both) expect((await see(avatar)).status).toBe(404);
    expect((await api.ask<Me>('me', { token })).data.avatar).toBeNull();
  });

  it('belongs to the user whose session sends it', async () => {
    const { token } = await api.user();
    const taro = await api.user({ email: 'taro@example.com', nickname: 'Taro' });
    const { avatar } = await send(blackPng(10, 10), token);
    await api.ask('profile/avatar', { method: 'DELETE', token: taro.token });
    expect((await see(avatar)).status).toBe(200);
    expect((await api.ask<Me>('me', { token: taro.token })).data.avatar).toBeNull();
  });
});

describe('a file that is no picture we take', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
  const cases: [string, () => Promise<Buffer> | Buffer, FaultKey][] = [
    ['is SVG', () => Buffer.from(svg), 'avatarType'],
    ['is SVG behind a comment', () => Buffer.from(`<!--\u0089PNG-->${svg}`), 'avatarType'],
    ['is GIF', () => picture(9, 9).gif().toBuffer(), 'avatarType'],
    ['is TIFF', () => picture(9, 9).tiff().toBuffer(), 'avatarType'],
    ['is AVIF', () => picture(64, 64).avif().toBuffer(), 'avatarType'],
    ['is PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF'), 'avatarType'],
    ['is HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'avatarType'],
    ['is empty', () => Buffer.alloc(0), 'avatarType'],
    [
      'has the head of a JPEG before SVG',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(svg)]),
      'avatarUnreadable',
    ],
    [
      'has the head of a PNG before HTML',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)]),
      'avatarUnreadable',
    ],
    [
      'has the head of a WebP before HTML',
      () => Buffer.from(`RIFF\u0010\u0000\u0000\u0000WEBP${svg}`, 'latin1'),
      'avatarUnreadable',
    ],
    ['is a JPEG cut off', async () => (await noise.clone().jpeg().toBuffer()).subarray(0, 9_000), 'avatarUnreadable'],
    ['is a PNG cut off', async () => (await noise.clone().png().toBuffer()).subarray(0, 9_000), 'avatarUnreadable'],
    ['is a WebP cut off', async () => (await noise.clone().webp().toBuffer()).subarray(0, 9_000), 'avatarUnreadable'],
    ['has more than 24 megapixels', () => blackPng(6_001, 4_000), 'avatarSize'],
    [
      'says to be larger than any picture',
      () => blackPng(1, 1, chunk('IHDR', Buffer.from('7fffffff7fffffff0800000000', 'hex'))),
      'avatarUnreadable',
    ],
    ['is one pixel wide and millions high', () => blackPng(1, 20_000_000), 'avatarUnreadable'],
    ['is larger than 2 MB', () => Buffer.concat([blackPng(9, 9), Buffer.alloc(AVATAR.bytes)]), 'avatarSize'],
  ];

  it('is refused with its reason', async () => {
    const { token } = await api.user();
    for (const [what, make, key] of cases) {
      const { status, data, message } = await send(await make(), token);
      expect([what, status, message]).toEqual([what, 422, t(FAULT_WORDS[key])]);
      expect(data?.fields).toEqual([{ field: 'file', message }]);
    }
    expect(await api.orm.$count(userAvatars)).toBe(0);
    // The next one is taken all the same.
    expect((await send(blackPng(6_000, 4_000), token)).code).toBe(SUCCESS);
  });

  it('is refused as a form without a file, and if it is far too large', async () => {
    const { token } = await api.user();
    expect((await send(blackPng(9, 9), token, 'other')).status).toBe(422);
    const served = await api.serving();
    const json = { method: 'POST', headers: { token, 'content-type': 'application/json' }, body: '{}' };
    expect((await served.ask(avatarCall.path, json)).status).toBe(422);
    expect((await send(Buffer.alloc(AVATAR.bytes + 70_000), token)).status).toBe(413);
  });
});

it('an avatar is found by its whole id alone', async () => {
  const paths = ['', 'x', '%00', '..', "' or 1=1 --", 'x'.repeat(32), `${'x'.repeat(32)}.webp`].map(encodeURIComponent);
  for (const path of paths) {
    expect([path, (await see(`/api/web/user/avatar/${path}`)).status]).toEqual([path, 404]);
  }
  expect((await (await api.serving()).ask('/api/web/user/avatar/x', { method: 'POST' })).headers.allow).toBe(
    'GET, HEAD',
  );
});
