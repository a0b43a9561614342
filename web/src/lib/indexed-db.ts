/** What a request is answered. */
export const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new DOMException('failed', 'UnknownError')),
    )
  })

/** Resolves when all of a transaction is written. */
export const complete = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('aborted', 'AbortError')),
    )
  })

/**
 * A database that is opened when it is first needed, and again after it was closed: by the browser, after a fault or a
 * long rest, or for another window that deletes it. `forget` lets go of one that does not work any more.
 */
export function openWhenNeeded(connect: () => Promise<IDBDatabase>) {
  let opened: Promise<IDBDatabase> | null = null
  const forget = () => void (opened = null)
  const open = (): Promise<IDBDatabase> => {
    opened ??= connect().then((db) => {
      db.addEventListener('close', forget)
      db.addEventListener('versionchange', () => {
        db.close()
        forget()
      })
      return db
    })
    opened.catch(forget)
    return opened
  }
  return { open, forget }
}
