import { useEffect, useState } from 'react'
import { useField } from './field-store.ts'

/** The address of a picture as this device has it; null without one. */
export function usePicture(id: string | null): string | null {
  const outbox = useField((state) => state.outbox)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    const show = async () => {
      const blob = id === null ? null : await outbox?.photo(id)
      if (!blob || ending.signal.aborted) return
      const made = URL.createObjectURL(blob)
      ending.signal.addEventListener('abort', () => URL.revokeObjectURL(made))
      setUrl(made)
    }
    void show()
    return () => ending.abort()
  }, [outbox, id])
  return url
}
