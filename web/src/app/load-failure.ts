import { notify } from '../lib/notices.ts'

/** What the browsers say when a script or style sheet of the product cannot be fetched. */
const LOAD_FAILURE =
  /dynamically imported module|importing a module script failed|unable to preload css|loading (css )?chunk/i

/** The product's files changed under a page of before a deployment, or the line is down. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && LOAD_FAILURE.test(error.message)

/** A script that has not come after so long will not come (spec 1 §9). */
const CHUNK_TIMEOUT_MS = 120_000

/** What is being fetched, or the failure of it when that takes too long. */
export async function inTime<T>(name: string, fetching: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Loading chunk ${name} failed`)), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([fetching, late])
  } finally {
    clearTimeout(timer)
  }
}

export function offerReload(): void {
  notify({
    kind: 'warning',
    title: '页面加载失败',
    text: '系统可能已更新，或网络已断开',
    action: { text: '重新加载', run: () => location.reload() },
    seconds: Infinity,
  })
}
