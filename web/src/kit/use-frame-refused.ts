import { useEffect, useState } from 'react'

/** Whether the page's content policy forbids a frame with this address; the browser itself would show nothing. */
export function useFrameRefused(address: string): boolean {
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    const { origin } = new URL(address, location.href)
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) setRefused(address)
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [address])
  return refused === address
}
