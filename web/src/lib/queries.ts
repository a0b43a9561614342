import {
  hashKey,
  keepPreviousData,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import type { Entity } from '@heliodesk/contract/entities.ts'
import { after } from './after.ts'
import { CallError, send, type SendOptions } from './call.ts'
import { reportCallError } from './call-errors.ts'
import { noteAge } from './kept/ages.ts'
import { keepsAnswers, readThrough } from './kept/read.ts'
import { sendSealed } from './seal.ts'
import { randomId, useSession } from './session.ts'

export const queryClient = new QueryClient({
  // A failed read is shown by its own card, except for the end of the session.
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof CallError && error.status === 401) reportCallError(error)
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (count, error) => count < 2 && error instanceof CallError && error.isOffline,
    },
    mutations: { networkMode: 'always' },
  },
})

/** The entities shown by the answers in the cache, by the path that their keys begin with. */
const shown = new Map<string, readonly Entity[]>()

/** The cache key of an answer; `input` may have several parts. */
export function keyOf({ path, entities }: Call<'query'>, ...input: readonly unknown[]) {
  shown.set(path, entities)
  return [path, ...input]
}

/** Everything that reads an answer into the cache; on a phone without a line, the kept one of a call that has it. */
export const queryOf = <C extends Call<'query'>>(call: C, input: Sent<C>) => ({
  queryKey: keyOf(call, input),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Received<C>> =>
    reading(call, input, signal, (ending) => send(call, input, { signal: ending })),
})

function reading<C extends Call<'query'>>(
  call: C,
  input: Sent<C>,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Received<C>>,
): Promise<Received<C>> {
  if (!call.kept || !keepsAnswers()) return ask(signal)
  const hash = hashKey(keyOf(call, input))
  return readThrough({ call, input, ask, signal, onAge: (at) => noteAge(hash, at) })
}

/** Takes over an answer that was asked for before. What is read again is asked for anew. */
export function takeOver<C extends Call<'query'>>(
  call: C,
  input: Sent<C>,
  asked: Promise<Received<C>>,
): void {
  const { queryKey, queryFn } = queryOf(call, input)
  let isTaken = false
  void queryClient.prefetchQuery({
    queryKey,
    queryFn: (context) => {
      if (isTaken) return queryFn(context)
      isTaken = true
      return reading(call, input, context.signal, () => asked)
    },
  })
}

/** Entities; null for all of them. */
export type Changed = readonly Entity[] | null

/** Whether the answers of a call show one of these; only of calls whose keys were made. */
export const shows = (path: unknown, changed: Changed): boolean =>
  changed === null || (shown.get(String(path))?.some((entity) => changed.includes(entity)) ?? false)

/** When the user last did something in this window that changes the answers of a call, in milliseconds, by its path. */
const actedAt = new Map<string, number>()

/** What comes after this time, in milliseconds, shows at once: the user waits for it. 0 without such a time. */
export const actedOn = (path: string): number => actedAt.get(path) ?? 0

/** The user asked for what these answers show now. */
export function noteAct(changed: Changed): void {
  for (const path of shown.keys()) if (shows(path, changed)) actedAt.set(path, Date.now())
}

/** When other people last changed what a call shows, as far as this window was told, in milliseconds, by its path. */
const othersActedAt = new Map<string, number>()

/** 0 if they are not known to have. */
export const othersActedOn = (path: string): number => othersActedAt.get(path) ?? 0

/** Other people changed these. */
export function noteOthers(changed: readonly Entity[]): void {
  for (const path of shown.keys()) if (shows(path, changed)) othersActedAt.set(path, Date.now())
}

/**
 * The user changed these: marks the answers that show one of them as out of date; those on screen are read again, and
 * show at once.
 */
export function refreshWhatShows(client: QueryClient, changed: readonly Entity[]): Promise<void> {
  noteAct(changed)
  return client.invalidateQueries({ predicate: ({ queryKey: [path] }) => shows(path, changed) })
}

/** Returns a function that reads everything on screen that shows the same as this call again. */
export function useRefresh({ entities }: Call<'query'>): () => void {
  const client = useQueryClient()
  return () => void refreshWhatShows(client, entities)
}

type QueryOptions = {
  enabled?: boolean
  refetchInterval?: number | (() => number)
  /** Refetches on every mount, for data that must be current when it is opened. */
  refetchOnMount?: 'always'
}

/**
 * Reads a call. Old rows stay while new ones load; the caller shows errors. Calls that the server refuses to users with
 * an initial password are not sent until the password is changed.
 */
export function useCall<C extends Call<'query'>, D = Received<C>>(
  call: C,
  input: Sent<C>,
  options: QueryOptions & {
    /** Selects the part that is shown; while it stays equal, nothing renders again. */
    select?: (answer: Received<C>) => D
  } = {},
) {
  const isAnswered = useSession(({ user }) => call.withFirstPassword || user?.firstTimeLogin !== '1')
  return useQuery<Received<C>, CallError, D>({
    ...queryOf(call, input),
    placeholderData: keepPreviousData,
    ...options,
    enabled: isAnswered && (options.enabled ?? true),
  })
}

type CommandOptions<C extends Call> = {
  onSuccess?: (answer: Received<C>, input: Sent<C>) => void
  /** With 'own' the caller shows the message beside the field. */
  errors?: 'toast' | 'own'
}

/**
 * Sends a command, then reads what shows the changed entities again. Every `mutate` has one idempotency key, and
 * attempts lost in transit are retried with it, so that a bad connection or a double click has the effect of one
 * command.
 */
export function useCommand<C extends Call<'command'>>(
  call: C,
  { onSuccess, errors = 'toast' }: CommandOptions<C> = {},
) {
  const client = useQueryClient()
  return useMutation<Received<C>, CallError, Sent<C>>({
    mutationFn: (input) => sendPatiently(call, input),
    onSuccess: async (answer, input) => {
      onSuccess?.(answer, input)
      await refreshWhatShows(client, call.entities)
    },
    onError: (error) => {
      if (errors === 'toast' || error.status === 401) reportCallError(error)
    },
  })
}

/** Sends a command, and again with the same key what was lost in transit. */
export async function sendPatiently<C extends Call>(call: C, input: Sent<C>): Promise<Received<C>> {
  const idempotencyKey = randomId()
  for (let left = 2; ; left--) {
    try {
      return await sendSealing(call, input, { idempotencyKey })
    } catch (error) {
      if (left === 0 || !(error instanceof CallError && error.isOffline)) throw error
      await after(1000)
    }
  }
}

const PASSWORD_FIELD = /password/i

/** Seals the fields that the server opens by name (`kernel/sealed.ts`). */
function sendSealing<C extends Call>(call: C, input: Sent<C>, options: SendOptions): Promise<Received<C>> {
  const fields = Object.entries(input as object)
  const isSecret = ([name, value]: [string, unknown]) =>
    PASSWORD_FIELD.test(name) && typeof value === 'string'
  if (!fields.some(isSecret)) return send(call, input, options)
  return sendSealed(async (seal) => {
    const sealed = fields.map(async (field) => [
      field[0],
      isSecret(field) ? await seal(String(field[1])) : field[1],
    ])
    return send(call, Object.fromEntries(await Promise.all(sealed)) as Sent<C>, options)
  })
}
