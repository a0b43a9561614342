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
  const reloads = reloadsSincePress()
  const look = () => {
    const { waiting } = registration
    if (!waiting || !serviceWorker.controller) return
    if (reloads === null) offer(waiting)
    else takeOver(waiting, reloads)
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

const hasUnsaved = () => useUnsavedEntries.getState().entries.size > 0

/** Whether nothing is typed and nothing is being sent. */
export const isFree = (): boolean => !hasUnsaved() && queryClient.isMutating() === 0

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

/** How long the waiting build may take to take over, and how often the page is loaded again for it. */
const TAKE_OVER_MS = 3000
const MOST_RELOADS = 3
/** Kept over these reloads: how many there were. */
const RELOADS = 'heliodesk__take-over'

type Waiting = Pick<ServiceWorker, 'postMessage' | 'state'>

export function takeOver(waiting: Waiting, reloads = 0): void {
  if (hasUnsaved()) return notify({ kind: 'warning', title: '有内容还没有保存', text: '保存或放弃后再更新' })
  whenFree(() => {
    // To a worker of our own; only windows have an origin to name.
    waiting.postMessage('take-over', [])
    // Chromium gives up a change of workers if the page asks the old one for something meanwhile, and does not try again
    // before the page is left.
    setTimeout(() => whenFree(() => reloadFor(waiting, reloads)), TAKE_OVER_MS)
  })
}

function reloadFor({ state }: Waiting, reloads: number): void {
  if (state !== 'installed' || reloads === MOST_RELOADS) return
  sessionStorage.setItem(RELOADS, String(reloads + 1))
  location.reload()
}

/** How often the page was loaded again since the press; null without one. Only the next page learns it. */
function reloadsSincePress(): number | null {
  const reloads = sessionStorage.getItem(RELOADS)
  sessionStorage.removeItem(RELOADS)
  return reloads === null ? null : Number(reloads)
}
