import { notify } from '../../lib/notices.ts'
import { queryClient } from '../../lib/queries.ts'
import { isMobile } from '../../lib/request-context.ts'
import { useUnsavedEntries } from '../../lib/unsaved.ts'

/** Browsers look for a new build when the page is opened; an installed app may stay open for weeks. */
const LOOK_MS = 30 * 60_000

/**
 * Keeps the product on this phone, and offers the next build when it is there. Without a secure context, as on plain HTTP
 * in a LAN, the product works as before, with a line only.
 */
export async function keepBuild(): Promise<void> {
  if (!import.meta.env.PROD || !isMobile() || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // The page of the first visit is not loaded again when its worker begins.
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) whenFree(() => location.reload())
    isControlled = true
  })
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const look = () => {
    if (registration.waiting && serviceWorker.controller) offer(registration.waiting)
  }
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', look),
  )
  look()
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lookedAt < LOOK_MS) return
    lookedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}

/** Whether nothing is typed and nothing is being sent. */
export const isFree = (): boolean =>
  useUnsavedEntries.getState().entries.size === 0 && queryClient.isMutating() === 0

export function whenFree(run: () => void): void {
  if (isFree()) return run()
  const again = () => {
    if (!isFree()) return
    for (const end of ends) end()
    run()
  }
  const ends = [useUnsavedEntries.subscribe(again), queryClient.getMutationCache().subscribe(again)]
}

let offered: ServiceWorker | null = null

/** Once per build; it waits until nothing would be lost. */
function offer(waiting: ServiceWorker): void {
  if (offered === waiting) return
  offered = waiting
  whenFree(() =>
    notify({
      kind: 'info',
      title: '新版本已就绪，点此更新',
      seconds: Infinity,
      action: { text: '更新', run: () => takeOver(waiting) },
    }),
  )
}

export function takeOver(waiting: Pick<ServiceWorker, 'postMessage'>): void {
  // To a worker of our own; only windows have an origin to name.
  if (isFree()) waiting.postMessage('take-over', [])
  else notify({ kind: 'warning', title: '有内容还没有保存', text: '保存或放弃后再更新' })
}
