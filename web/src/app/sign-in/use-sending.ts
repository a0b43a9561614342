import { useRef, useState } from 'react'
import type { CallError } from '../../lib/call.ts'
import { callErrorOf } from '../../lib/call-errors.ts'

/** Runs one request at a time; `busy` stays true after a success, which navigates away. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  return {
    busy,
    send: async (run: () => Promise<void>, refuse: (error: CallError) => void): Promise<void> => {
      if (sending.current) return
      sending.current = true
      setBusy(true)
      try {
        await run()
      } catch (error) {
        sending.current = false
        setBusy(false)
        const failed = callErrorOf(error)
        if (failed) refuse(failed)
      }
    },
  }
}
