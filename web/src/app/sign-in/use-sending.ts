import { useRef, useState } from 'react'

/** Runs one request at a time; `busy` stays true after a success, which navigates away. */
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
