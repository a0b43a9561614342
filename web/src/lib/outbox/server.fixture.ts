import type { Photo, Row } from './book.ts'
import { NoAnswer, Rest, type Line, type Outcome } from './sender.ts'
import type { Process, World } from './device.fixture.ts'

/** How the way from a device to the server behaves; what a request meets is drawn when it is sent. */
export type Weather = { isUp: boolean; isSignedIn: boolean; isTooOld: boolean; draw: () => number }

type Received = { size: number; bytes: Uint8Array }

/** The server as far as it matters here: each key has one effect, together with its answer or not at all. */
export class ModelServer {
  readonly log: { device: number; row: Row }[] = []
  readonly photos = new Map<string, Received>()
  readonly #keys = new Set<string>()
  /** Orders on which nothing more may be done. */
  readonly ended = new Set<string>()
  readonly #forgetsKeys: boolean

  constructor({ forgetsKeys = false } = {}) {
    this.#forgetsKeys = forgetsKeys
  }

  #do(device: number, row: Row): Outcome {
    if (this.#keys.has(row.key) && !this.#forgetsKeys) return { is: 'done' }
    if (this.ended.has(row.lane) && row.kind !== 'photo')
      return { is: 'refused', refusal: { code: 'wrong_state', message: '工单已终结' } }
    this.#keys.add(row.key)
    this.log.push({ device, row })
    if (row.photo !== null) this.photos.set(row.photo, { size: 0, bytes: new Uint8Array() })
    return { is: 'done' }
  }

  #put({ id, size }: Photo, at: number, bytes: Uint8Array): number {
    const photo = this.photos.get(id)
    if (!photo) throw new Error(`the bytes of ${id} come before it`)
    if (at !== photo.size) return photo.size
    const whole = new Uint8Array(size)
    whole.set(photo.bytes)
    whole.set(bytes, at)
    this.photos.set(id, { size: at + bytes.length, bytes: whole })
    return at + bytes.length
  }

  line(world: World, process: Process, device: number, weather: Weather): Line {
    const ask = <T>(answer: () => T, broken: () => T): Promise<T> =>
      world.step(
        process,
        () => {
          if (!weather.isUp) throw new NoAnswer()
          if (!weather.isSignedIn) throw new Rest('signedOut')
          if (weather.isTooOld) throw new Rest('tooOld')
          const fate = weather.draw()
          if (fate < 0.1) throw new NoAnswer()
          if (fate < 0.13) throw new Rest('busy', 1)
          if (fate < 0.18) return broken()
          const answered = answer()
          // Done, and nobody hears of it.
          if (fate < 0.35) throw new NoAnswer()
          return answered
        },
        true,
      )
    const away = () => {
      throw new NoAnswer()
    }
    return {
      send: (row) =>
        ask<Outcome>(
          () => this.#do(device, row),
          () => ({ is: 'failed' }),
        ),
      received: ({ id }) => ask(() => this.photos.get(id)?.size ?? 0, away),
      put: (photo, at, bytes) => ask(() => this.#put(photo, at, bytes), away),
    }
  }
}
