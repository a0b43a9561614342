import { notify } from '../lib/notices.ts'

/** What the browsers say when a script or style sheet of the product cannot be fetched. */
const LOAD_FAILURE =
  /dynamically imported module|importing a module script failed|unable to preload css|loading (css )?chunk/i

/** The product's files changed under a page of before a deployment, or the line is down. */
export const isLoadFailure = (error: unknown): error is Error =>
  error instanceof Error && LOAD_FAILURE.test(error.message)

/** A script that has not come after so long will not come (spec 1 §9). */
const CHUNK_TIMEOUT_MS = 120_000

/**
 * What is being fetched. When it cannot be, or takes too long, the error says so in the words of spec 1 §8, whatever
 * the browser called it.
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

/** `Loading chunk N failed`, or `Loading CSS chunk N failed`; N is the file that the browser names, else `name`. */
export function failureText({ message }: Error, name = ''): string {
  if (/^loading (css )?chunk .* failed/i.test(message)) return message
  const kind = /css/i.test(message) ? 'CSS chunk' : 'chunk'
  const file = /([^/\s]+\.(?:m?js|css|tsx?))(?:\?\S*)?$/.exec(message)?.[1]
  return ['Loading', kind, file ?? name, 'failed'].filter(Boolean).join(' ')
}

/** Says that something of the product did not come; `error` is what its import was refused with. */
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
