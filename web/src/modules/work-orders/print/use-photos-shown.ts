import { useState } from 'react'

/** What is printed waits for its photos: why it cannot be printed yet, and what photos tell once they are there. */
export function usePhotosShown(photos: readonly { id: string }[]) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  return {
    refusal: photos.some(({ id }) => !shown.has(id)) ? '照片还没有取到' : null,
    onPhoto: (id: string) => setShown((before) => (before.has(id) ? before : new Set(before).add(id))),
  }
}
