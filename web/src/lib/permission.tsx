import type { Received } from '@heliodesk/contract/call.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import type { MenuEntry, sessionCalls } from '@heliodesk/contract/session.ts'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { writeSessionStored, writeStored } from './storage.ts'

/** The grants from the permission call (spec 1 §6), unchanged. */
export type Grants = {
  /** Paths of the menu, including flags and hidden pages. */
  pages: readonly string[]
  /** Button codes that the user holds. */
  buttons: readonly string[]
  /** Codes that the system marks with status 0: open to every user. */
  notInForce: readonly string[]
}

const HINT_ONLY = '2'
const NOT_IN_FORCE = '0'

export const useGrants = create<Grants>(() => ({ pages: [], buttons: [], notInForce: [] }))

type Permissions = Pick<Received<typeof sessionCalls.permissions>, 'allAuth' | 'auth' | 'menu'>

/** The lists of a permission answer. An entry's action may name several codes; entries of type '2' are ignored. */
export function grantsOf({ menu, auth, allAuth }: Permissions): Grants {
  return {
    pages: pathsOf(menu),
    buttons: auth.filter(({ type }) => type !== HINT_ONLY).flatMap(({ action }) => codesOf(action)),
    notInForce: allAuth
      .filter(({ status }) => status === NOT_IN_FORCE)
      .flatMap(({ action }) => codesOf(action)),
  }
}

/** Applies and stores these grants; both storages keep lists under their names of spec 1 §3. */
export function adoptGrants(permissions: Permissions): void {
  const grants = grantsOf(permissions)
  writeSessionStored('PERMITTED_PATHS', grants.pages)
  for (const write of [writeSessionStored, writeStored]) {
    write('LOGIN_USER_BUTTON_AUTH', permissions.auth)
    write('SYS_BUTTON_AUTH', permissions.allAuth)
  }
  useGrants.setState(grants)
}

const pathsOf = (menu: MenuEntry[]): string[] =>
  menu.flatMap(({ path, children = [] }) => [path, ...pathsOf(children)])

const codesOf = (action: string) => action.split(',').map((code) => code.trim())

/** An action check passes if the user holds any code of a comma-separated list. */
export const holds = ({ buttons }: Grants, action: string): boolean =>
  codesOf(action).some((code) => buttons.includes(code))

/** The has-directive: an element stays if the user holds its action, or if the system does not enforce it. */
export const has = (grants: Grants, action: string): boolean =>
  holds(grants, action) || codesOf(action).some((code) => grants.notInForce.includes(code))

/** A button with a code shows if exactly one entry grants it; `always` shows it regardless. */
export const showsButton = ({ buttons }: Grants, code: string | undefined, always = false): boolean =>
  always || code === undefined || buttons.filter((each) => each === code).length === 1

/** Whether the signed-in user has a permission; several codes are separated by commas. */
export const useCan = (action: PermissionCode): boolean => useGrants((grants) => has(grants, action))

/** Renders its children for users with the permission. */
export function Has({ action, children }: { action: PermissionCode; children: ReactNode }) {
  return useCan(action) ? children : null
}
