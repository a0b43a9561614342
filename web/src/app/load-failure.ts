import { notify } from '../lib/notices.ts'

/** What the browsers say when a script or style sheet of the product cannot be fetched. */
const LOAD_FAILURE =
  /dynamically imported module|importing a module script failed|unable to preload css|loading (css )?chunk/i

/** The product's files changed under a page of before a deployment, or the line is down. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && LOAD_FAILURE.test(error.message)

export function offerReload(): void {
  notify({
    kind: 'warning',
    title: '页面加载失败',
    text: '系统可能已更新，或网络已断开',
    action: { text: '重新加载', run: () => location.reload() },
    seconds: Infinity,
  })
}
