import type { Page } from '@playwright/test'

/** All that the page's origin has on the device, as text: every storage that a browser offers to a page. */
export const storedTexts = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const asText = (bytes: ArrayBuffer | ArrayBufferView) =>
      new TextDecoder().decode(bytes) + new TextDecoder('utf-16le').decode(bytes)
    const textOf = (value: unknown): string => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return asText(value)
      if (Array.isArray(value)) return value.map(textOf).join('\n')
      if (value !== null && typeof value === 'object') return Object.entries(value).map(textOf).join('\n')
      return String(value)
    }
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('not read')))
      })
    const found: Record<string, string> = {}
    for (const [name, area] of Object.entries({ local: localStorage, session: sessionStorage }))
      for (const [key, value] of Object.entries(area)) found[`${name} ${key}`] = `${key} ${String(value)}`
    for (const { name } of await indexedDB.databases()) {
      const database = await answerOf(indexedDB.open(name!))
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([answerOf(rows.getAllKeys()), answerOf(rows.getAll())])
        found[`${name} ${store}`] = textOf([keys, values])
      }
      database.close()
    }
    const read = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, entry] of folder as unknown as AsyncIterable<[string, FileSystemHandle]>) {
        if (entry instanceof FileSystemDirectoryHandle) await read(entry, `${path}/${name}`)
        else if (entry instanceof FileSystemFileHandle)
          found[`${path}/${name}`] = asText(await (await entry.getFile()).arrayBuffer())
      }
    }
    await read(await navigator.storage.getDirectory(), 'files')
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        found[`${name} ${request.url}`] = `${request.url} ${await answer!.text()}`
      }
    }
    return found
  })

/** Where one of the words lies. */
export async function whereOf(page: Page, words: readonly string[]): Promise<string[]> {
  const found = Object.entries(await storedTexts(page))
  return words.flatMap((word) =>
    found.filter(([, text]) => text.includes(word)).map(([place]) => `${word}: ${place}`),
  )
}
