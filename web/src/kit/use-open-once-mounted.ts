import { useEffect, useState } from 'react'

/**
 * Opens a dialog right after it was mounted: content of Ant Design's dialog that is there from the start is not yet in
 * the page when its first field should take the focus.
 */
export function useOpenOnceMounted(open: boolean): boolean {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return open && mounted
}
