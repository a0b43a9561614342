import { openOutbox, type Outbox } from '../src/lib/outbox/outbox.ts'
import { NoAnswer, Rest, type Line, type Outcome, type Progress } from '../src/lib/outbox/sender.ts'
import { randomId } from '../src/lib/session.ts'

/** The page that the trial of `kill -9` drives: an outbox with a line to the trial's own server. */
const server = new URLSearchParams(location.search).get('server')!

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`${server}/${path}`, init).catch(() => {
    throw new NoAnswer()
  })
  const text = await response.text().catch(() => {
    throw new NoAnswer()
  })
  if (response.status === 503) throw new Rest('busy', 0.1)
  if (response.status !== 200) throw new NoAnswer()
  return JSON.parse(text) as T
}

const line: Line = {
  send: (row) => ask<Outcome>('send', { method: 'POST', body: JSON.stringify(row) }),
  received: ({ id }) => ask<number>(`received?id=${id}`),
  put: ({ id }, at, bytes) => ask<number>(`put?id=${id}&at=${at}`, { method: 'PUT', body: bytes }),
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Bytes that no disk makes smaller. */
function noise(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

const trial = {
  outbox: null as Outbox | null,
  progress: null as Progress | null,
  errors: [] as string[],

  async open() {
    trial.outbox = await openOutbox({
      person: { tenantId: 1, userId: 'trial' },
      // The same after every start, as the server gives it.
      key: await crypto.subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', false, ['encrypt', 'decrypt']),
      line,
      tell: (progress) => (trial.progress = progress),
      report: (error) => trial.errors.push(String(error)),
    })
    return trial.outbox!.health()
  },

  async add(lane: string, kind: string, photoBytes = 0) {
    const key = randomId()
    const bytes = photoBytes > 0 ? noise(photoBytes) : null
    const sha256 = bytes && hex(await crypto.subtle.digest('SHA-256', bytes))
    const body = JSON.stringify(bytes ? { sha256, size: bytes.length } : { words: 'word '.repeat(60) })
    const photo = bytes ? `photo-${key}` : null
    const intent = { key, lane, kind, body, at: Date.now(), skew: null, photo, last: false }
    const row = await trial.outbox!.add(intent, bytes ? { id: photo!, sha256: sha256!, bytes } : undefined)
    return { key, lane, seq: row.seq, photo, sha256 }
  },

  wake: () => trial.outbox!.wake(),

  /** What is still here, and whether all is sent that may be. */
  async left() {
    const { rows, photos } = await trial.outbox!.book()
    return {
      rows: [...rows.keys()],
      photos: [...photos.values()].map(({ id, lost }) => ({ id, lost })),
      isIdle: trial.progress?.isSending === false && trial.progress.rests === null,
      health: trial.outbox!.health(),
      errors: trial.errors,
    }
  },
}

Object.assign(window, { trial })
