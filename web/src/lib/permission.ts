import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { create } from 'zustand'

type Grants = { codes: ReadonlySet<string>; notInForce: ReadonlySet<string> }

/** The button codes that the permission call granted; filled by the shell (spec 1 §6). */
export const useGrants = create<Grants>(() => ({ codes: new Set(), notInForce: new Set() }))

/** Whether the signed-in user holds a permission code; a code not in force is open to everyone. */
export const useCan = (code: PermissionCode): boolean =>
  useGrants(({ codes, notInForce }) => codes.has(code) || notInForce.has(code))
