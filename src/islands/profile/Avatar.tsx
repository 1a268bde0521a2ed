/** The user's picture: chosen, cut to a square that is seen before it is sent, removed. */
import { type ChangeEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { SendResult } from '../../api/userCalls.ts';
import { AVATAR } from '../../contract/users.ts';
import { reason } from '../failureWords.ts';
import type { Say } from './parts.tsx';

export const AVATAR_WORDS = ['account.error.avatar*', 'user.picture*'] as const;
type Word = (typeof AVATAR_WORDS)[number];

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
/** Side of the square that is sent, in pixels: twice what the server keeps. */
const SIDE = 2 * AVATAR.side;
const MOST_ZOOM = 4;

/** The square: how much it is enlarged, and where its middle is between the edges, -1 to 1. */
interface Cut {
  zoom: number;
  across: number;
  along: number;
}
const WHOLE: Cut = { zoom: 1, across: 0, along: 0 };
const within = (value: number) => Math.min(1, Math.max(-1, value));

export interface AvatarProps {
  /** Address of the picture in use, or null */
  picture: string | null;
  say: Say<Word>;
  send: (picture: Blob, onProgress: (part: number) => void) => Promise<SendResult<unknown>>;
  remove: () => Promise<SendResult<unknown>>;
}

export function Avatar({ picture, say, send, remove }: AvatarProps) {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  /** The share that was sent; null if nothing is being sent */
  const [progress, setProgress] = useState<number | null>(null);
  const [fault, setFault] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const canvas = useRef<HTMLCanvasElement>(null);
  const chooser = useRef<HTMLInputElement>(null);

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = ''; // The same file may be chosen again.
    if (!file) return;
    setAnnouncement('');
    const read = await readPicture(file);
    const isRead = typeof read === 'object';
    setFault(isRead ? '' : say(`account.error.${read}`));
    setImage(isRead ? read : null);
  };
  const done = (sent: SendResult<unknown>, words: string) => {
    if (sent.status === 'saved') {
      setImage(null);
      setAnnouncement(words);
      chooser.current?.focus();
    } else {
      setFault(sent.status === 'failed' ? reason(sent.why, say) : (sent.fields[0]?.message ?? ''));
    }
  };
  const use = async () => {
    if (progress !== null || !canvas.current) return;
    setFault('');
    setProgress(0);
    const square = await blobOf(canvas.current);
    const sent = await send(square, setProgress);
    setProgress(null);
    done(sent, say('user.picture.sent'));
  };

  return (
    <div className="avatar-field">
      {fault && (
        <p className="field-error" role="alert">
          <span className="unseen">{say('form.errorPrefix')} </span>
          {fault}
        </p>
      )}
      {image ? (
        <>
          <Cropper image={image} canvas={canvas} say={say} />
          {progress !== null && <progress max={1} value={progress} aria-label={say('user.picture.sending')} />}
          <p className="actions">
            <button type="button" className="button" aria-disabled={progress !== null} onClick={() => void use()}>
              {say(progress === null ? 'user.picture.send' : 'user.picture.sending')}
            </button>
            <button type="button" className="button quiet" onClick={() => setImage(null)}>
              {say('user.picture.cancel')}
            </button>
          </p>
        </>
      ) : (
        <div className="avatar-now">
          {picture ? (
            <img className="avatar" src={picture} width={96} height={96} alt={say('user.picture.yours')} />
          ) : (
            <p className="field-hint">{say('user.picture.none')}</p>
          )}
          <div className="actions">
            <span>
              <input
                ref={chooser}
                id="avatar-file"
                className="file-input"
                type="file"
                accept={TYPES.join()}
                onChange={(event) => void choose(event)}
              />
              <label htmlFor="avatar-file" className="button quiet">
                {say(picture ? 'user.picture.change' : 'user.picture.choose')}
              </label>
            </span>
            {picture && (
              <button
                type="button"
                className="button quiet"
                onClick={async () => {
                  setFault('');
                  done(await remove(), say('user.picture.removed'));
                }}
              >
                {say('user.picture.remove')}
              </button>
            )}
          </div>
        </div>
      )}
      <p role="status" className="profile-saved">
        {announcement}
      </p>
    </div>
  );
}

/** The square that is cut from a picture, drawn on the canvas: dragged by a pointer, moved and enlarged by sliders. */
function Cropper({
  image,
  canvas,
  say,
}: Pick<AvatarProps, 'say'> & { image: HTMLImageElement; canvas: RefObject<HTMLCanvasElement | null> }) {
  const [cut, setCut] = useState(WHOLE);
  const { side, left, top } = squareOf(image, cut);
  /** The pixels by which the square can be moved */
  const roomAcross = image.naturalWidth - side;
  const roomAlong = image.naturalHeight - side;

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    context?.clearRect(0, 0, SIDE, SIDE);
    context?.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  }, [image, canvas, side, left, top]);

  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons === 0) return;
    const scale = side / currentTarget.clientWidth;
    setCut({
      ...cut,
      across: roomAcross > 0 ? within(cut.across - (2 * movementX * scale) / roomAcross) : 0,
      along: roomAlong > 0 ? within(cut.along - (2 * movementY * scale) / roomAlong) : 0,
    });
  };
  const slider = (name: keyof Cut, label: string, least: number, most: number, room = 1) => (
    <label>
      {label}
      <input
        type="range"
        disabled={room < 1}
        min={least}
        max={most}
        step={0.05}
        value={cut[name]}
        onChange={({ target }) => setCut({ ...cut, [name]: Number(target.value) })}
      />
    </label>
  );
  return (
    <div className="avatar-cut">
      <canvas
        ref={canvas}
        className="avatar"
        width={SIDE}
        height={SIDE}
        role="img"
        aria-label={say('user.picture.preview')}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
      />
      <div>
        {slider('zoom', say('user.picture.zoom'), 1, MOST_ZOOM)}
        {slider('across', say('user.picture.across'), -1, 1, roomAcross)}
        {slider('along', say('user.picture.along'), -1, 1, roomAlong)}
      </div>
    </div>
  );
}

/** Where the square is in the picture, in its pixels. */
function squareOf({ naturalWidth, naturalHeight }: HTMLImageElement, { zoom, across, along }: Cut) {
  const side = Math.min(naturalWidth, naturalHeight) / zoom;
  return { side, left: ((naturalWidth - side) * (1 + across)) / 2, top: ((naturalHeight - side) * (1 + along)) / 2 };
}

/** The picture in a file, or why it cannot serve. Its size is known before it is decoded, which may take gigabytes. */
async function readPicture(file: File): Promise<HTMLImageElement | 'avatarType' | 'avatarSize' | 'avatarUnreadable'> {
  if (!TYPES.includes(file.type)) return 'avatarType';
  if (file.size > AVATAR.bytes) return 'avatarSize';
  const image = new Image();
  try {
    await new Promise((loaded, failed) => {
      image.onload = loaded;
      image.onerror = failed;
      const reader = new FileReader();
      reader.onerror = failed;
      // The content security policy allows data: and no blob:.
      reader.onload = () => {
        image.src = String(reader.result);
      };
      reader.readAsDataURL(file);
    });
  } catch {
    return 'avatarUnreadable';
  }
  return image.naturalWidth * image.naturalHeight > AVATAR.pixels ? 'avatarSize' : image;
}

/** What the canvas shows, as a JPEG on white: a drawing with transparent parts would otherwise stand on black. */
function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const context = canvas.getContext('2d');
  if (context) {
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = 'white';
    context.fillRect(0, 0, SIDE, SIDE);
    context.globalCompositeOperation = 'source-over';
  }
  return new Promise((made, failed) =>
    canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error('No picture was made'))), 'image/jpeg', 0.92),
  );
}
