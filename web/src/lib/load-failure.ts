import { notify } from './notices.ts'

/** The browsers' messages when a script or style sheet of the product cannot be loaded. */
const LOAD_FAILURE =
  /dynamically imported module|importing a module script failed|unable to preload css|loading (css )?chunk/i

/** The product's files changed in a deployment after the page was loaded, or the network is down. */
export const isLoadFailure = (error: unknown): error is Error =>
  error instanceof Error && LOAD_FAILURE.test(error.message)

/** The timeout for loading a script (spec 1 §9). */
const CHUNK_TIMEOUT_MS = 120_000

/**
 * Awaits a dynamic import. If it fails or times out, the error has the text of spec 1 §8, whatever the browser's
 * message.
 */
export async function inTime<T>(name: string, fetching: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Loading chunk ${name} failed`)), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([fetching, late])
  } catch (error) {
    if (!isLoadFailure(error)) throw error
    throw new Error(failureText(error, name), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** `Loading chunk N failed`, or `Loading CSS chunk N failed`; N is the file in the browser's message, else `name`. */
export function failureText({ message }: Error, name = ''): string {
  if (/^loading (css )?chunk .* failed/i.test(message)) return message
  const kind = /css/i.test(message) ? 'CSS chunk' : 'chunk'
  const file = /([^/\s]+\.(?:m?js|css|tsx?))(?:\?\S*)?$/.exec(message)?.[1]
  return ['Loading', kind, file ?? name, 'failed'].filter(Boolean).join(' ')
}

/** Shows that a part of the product could not be loaded and offers a reload; `error` is the rejection of its import. */
export function offerReload(error?: unknown): void {
  const reason = '系统可能已更新，或网络已断开'
  notify({
    kind: 'warning',
    title: '页面加载失败',
    text: isLoadFailure(error) ? `${reason}（${failureText(error)}）` : reason,
    action: { text: '重新加载', run: () => location.reload() },
    seconds: Infinity,
  })
}
