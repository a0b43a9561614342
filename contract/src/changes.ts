/**
 * The stream of what other people change, as `text/event-stream`. `age` is for how many milliseconds the window may have
 * missed changes: those of that time come first. It ends with the session, and when the permissions change; HTTP 503
 * means that this server hears no changes at present, 429 that the person has too many streams.
 */
export const CHANGES_PATH = '/sys/changes'

/**
 * The data of each event: the entities that changed since the last one. With each, null if other people changed it;
 * otherwise the person's own window that did, '' if it was several, an unknown one, or the system. Null: everything may
 * have changed. Only entities that the person's own calls show.
 */
export type ChangesEvent = Readonly<Record<string, string | null>> | null

/** The largest silence between two lines of a stream that is alive, in milliseconds. */
export const HEARTBEAT_MS = 25_000
