import { useEffect, useState } from 'react'

/**
 * Whether the page's content security policy blocks a frame with this address; the browser itself would show nothing.
 * Null is an address that is not known yet.
 */
export function useFrameRefused(address: string | null): boolean {
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (address === null) return undefined
    const { origin } = new URL(address, location.href)
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) setRefused(address)
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [address])
  return address !== null && refused === address
}
