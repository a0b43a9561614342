import { cacheOf, cachesToDrop, choiceOf, isOfBuild, PAGE, SETTINGS, SETTINGS_MS } from './choices.ts'
import { shownOf } from './pushed.ts'

/*
 * Keeps one build of the product on the device, so that it starts without a line. The build writes its files in here
 * (`web/offline-build.ts`).
 */

declare const BUILD: string
declare const ENTRY: string
declare const FILES: readonly string[]

type Lasting = Event & { waitUntil: (done: Promise<unknown>) => void }
type Fetching = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }

type Pushed = Lasting & { data: { json: () => unknown } | null }
type Pressed = Lasting & { notification: Notification }
type Window = { navigate: (address: string) => Promise<unknown>; focus: () => Promise<unknown> }

/** The types of the page leave it out. */
type Worker = {
  location: Location
  clients: {
    claim: () => Promise<void>
    matchAll: (of: { type: 'window' }) => Promise<readonly Window[]>
    openWindow: (address: string) => Promise<unknown>
  }
  skipWaiting: () => Promise<void>
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> }
  addEventListener: ((type: 'install' | 'activate', on: (event: Lasting) => void) => void) &
    ((type: 'push', on: (event: Pushed) => void) => void) &
    ((type: 'notificationclick', on: (event: Pressed) => void) => void) &
    ((type: 'fetch', on: (event: Fetching) => void) => void) &
    ((type: 'message', on: (event: MessageEvent) => void) => void)
}
const worker = self as unknown as Worker
const own = cacheOf(BUILD)

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting()
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  switch (choiceOf(request, worker.location.origin)) {
    case 'pass':
      return
    case 'page':
      return event.respondWith(kept(PAGE).then((page) => page ?? fetch(request)))
    case 'file':
      return event.respondWith(fileOf(request))
    case 'settings':
      return event.respondWith(settings(event))
    case 'outside':
      return event.respondWith(fetch(request).catch(async () => (await kept(PAGE)) ?? Response.error()))
  }
})

worker.addEventListener('push', (event) => {
  const { title, text, link, number } = shownOf(event.data?.json())
  // A repetition takes the place of the first.
  const options = { body: text, tag: number, data: { link }, icon: '/icons/icon-192.png' }
  event.waitUntil(worker.registration.showNotification(title, options))
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { link } = shownOf(event.notification.data)
  event.waitUntil(openAt(`/${link}`))
})

/** In a window that is open, or in a new one. */
async function openAt(address: string): Promise<unknown> {
  const [window] = await worker.clients.matchAll({ type: 'window' })
  if (!window) return worker.clients.openWindow(address)
  await window.focus()
  return window.navigate(address)
}

/** All or nothing: a build of which one file is missing is not installed. */
async function install(): Promise<void> {
  const cache = await caches.open(own)
  const page = await fetch(PAGE, { cache: 'no-cache' })
  if (!page.ok || !isOfBuild(await page.clone().text(), ENTRY)) throw new Error('another build')
  // What has a hash in its name is taken from the browser's cache, where the page has just put it.
  const requests = FILES.map(
    (file) => new Request(file, file.startsWith('/assets/') ? {} : { cache: 'no-cache' }),
  )
  await cache.addAll([...requests, new Request(SETTINGS, { cache: 'no-cache' })])
  await cache.put(PAGE, page)
}

async function activate(): Promise<void> {
  const gone = cachesToDrop(await caches.keys(), own)
  await Promise.all(gone.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** A file of this build; files with a hash also of the one before, for windows that still run it. */
const kept = async (file: string | Request): Promise<Response | undefined> =>
  (await caches.open(own)).match(file, { ignoreSearch: true })

async function fileOf(request: Request): Promise<Response> {
  return (await kept(request)) ?? (await caches.match(request)) ?? fetch(request)
}

async function settings(event: Fetching): Promise<Response> {
  const known = await kept(SETTINGS)
  const asked = fetch(event.request).then(async (answer) => {
    if (answer.ok) await (await caches.open(own)).put(SETTINGS, answer.clone())
    return answer
  })
  if (!known) return asked
  event.waitUntil(asked.catch(() => undefined))
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(known), SETTINGS_MS))
  const usable = asked.then((answer) => (answer.ok ? answer : known))
  return Promise.race([usable, late]).catch(() => known)
}
