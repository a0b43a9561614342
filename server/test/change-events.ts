import { CHANGES_PATH, type ChangesEvent } from '@heliodesk/contract/changes.ts'

export type ChangeStream = {
  status: number
  /** The next event; null once the stream has ended. Throws after ten seconds. */
  next(): Promise<Event | null>
  /** The events up to the first one with this entity. */
  until(entity: string): Promise<Event[]>
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>
  close(): void
}
type Event = NonNullable<ChangesEvent> | 'all'

const PATIENCE_MS = 10_000

/** Opens the stream of changes of a server at `url`, and reads its first event. */
export async function openChanges(url: string, token: string | null, age: number | null = 0) {
  const ending = new AbortController()
  const query = age === null ? '' : `?age=${age}`
  const response = await fetch(`${url}/api${CHANGES_PATH}${query}`, {
    headers: token ? { 'x-access-token': token } : {},
    signal: ending.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const take = (): Event | undefined => {
    const end = text.indexOf('\n\n')
    if (end < 0) return undefined
    const [block, rest] = [text.slice(0, end), text.slice(end + 2)]
    text = rest
    if (!block.startsWith('data: ')) return take()
    return (JSON.parse(block.slice(6)) as ChangesEvent) ?? 'all'
  }
  const next = async (): Promise<Event | null> => {
    for (;;) {
      const event = take()
      if (event) return event
      const { done, value } = await inTime(reader.read())
      if (done) return null
      text += value
    }
  }
  const stream: ChangeStream = {
    status: response.status,
    next,
    async until(entity) {
      const events: Event[] = []
      for (;;) {
        const event = await next()
        if (event === null) throw new Error(`the stream ended before ${entity}`)
        events.push(event)
        if (event !== 'all' && entity in event) return events
      }
    },
    async ended() {
      while ((await next()) !== null);
    },
    close: () => ending.abort(),
  }
  return stream
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('nothing came in time')), PATIENCE_MS)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
