import { useEffect } from 'react'
import { followChanges } from '../../lib/changes.ts'

/** Keeps what is on screen current while other people change it. */
export function Changes(): null {
  useEffect(() => followChanges(), [])
  return null
}
