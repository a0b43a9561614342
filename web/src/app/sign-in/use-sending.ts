import { useRef, useState } from 'react'

/** Sends one thing at a time; `busy` stays after a success, which leads somewhere else. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  return {
    busy,
    send: async (run: () => Promise<void>, refuse: (error: unknown) => void): Promise<void> => {
      if (sending.current) return
      sending.current = true
      setBusy(true)
      try {
        await run()
      } catch (error) {
        sending.current = false
        setBusy(false)
        refuse(error)
      }
    },
  }
}
