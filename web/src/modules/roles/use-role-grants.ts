import { roleCalls, type PermissionNode } from '@heliodesk/contract/roles.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { saidWaiting, useFourEyes } from '../../domain/grant-reviews/use-four-eyes.ts'
import { notify } from '../../lib/notices.ts'
import { keyOf, useCall, useCommand } from '../../lib/queries.ts'
import { changesOf, heldAfter, indexTree, keptOf, toggle } from './grants.ts'
import type { Role } from './role.ts'
import type { Drafts } from './use-drafts.ts'

export type RoleGrants = ReturnType<typeof useRoleGrants>

const joined = (ids: ReadonlySet<string>) => [...ids].join(',')

const missing = (from: ReadonlySet<string>, than: ReadonlySet<string>) =>
  new Set([...from].filter((id) => !than.has(id)))

/** The permissions of a role with what is changed of them and not saved. */
export function useRoleGrants(role: Role, drafts: Drafts) {
  const tree = useCall(roleCalls.permissionTree, {})
  const holds = useCall(roleCalls.permissions, { roleId: role.id })
  const roots = tree.data?.treeList
  const index = useMemo(() => indexTree(roots ?? []), [roots])
  const base = useMemo(
    () => new Set(holds.isPlaceholderData ? undefined : holds.data),
    [holds.data, holds.isPlaceholderData],
  )
  const isLoaded = roots !== undefined && holds.data !== undefined && !holds.isPlaceholderData
  const draft = drafts.of(role.id)
  const kept = useMemo(() => keptOf(role, index, base), [role, index, base])
  const saving = useSave(role, drafts)
  const before = drafts.seen(role.id)
  const held = heldAfter(index, base, draft)
  return {
    isLoaded,
    error: tree.error ?? holds.error,
    retry: () => {
      void tree.refetch()
      void holds.refetch()
    },
    roots: roots ?? [],
    tree: index,
    /** The permissions as they will be after saving. */
    held,
    /** The permissions that the role must keep. */
    kept,
    changes: isLoaded ? changesOf(index, base, draft) : [],
    /** What other people changed meanwhile. */
    others:
      isLoaded && before ? changesOf(index, before, { added: base, removed: missing(before, base) }) : [],
    acceptOthers: () => drafts.accept(role.id, base),
    toggle: (node: PermissionNode) => drafts.change(role.id, toggle(base, draft, node, kept), base),
    saving,
    save: (done: () => void, reason?: string) =>
      saving.mutate(
        { roleId: role.id, permissionIds: joined(held), lastpermissionIds: joined(base), reason },
        { onSuccess: done },
      ),
    reset: () => {
      drafts.drop(role.id)
      saving.reset()
    },
  }
}

/** Saves only the difference; changes that others made meanwhile stay and are reported. */
function useSave(role: Role, drafts: Drafts) {
  const client = useQueryClient()
  const waits = useFourEyes()
  return useCommand(roleCalls.savePermissions, {
    errors: 'own',
    onSuccess: (answer, { permissionIds }) => {
      client.setQueryData(keyOf(roleCalls.permissions, { roleId: role.id }), answer)
      drafts.drop(role.id)
      if (waits) {
        const [title, text] = saidWaiting(role.roleName)
        notify({ kind: 'success', title, text })
        return
      }
      const merged = answer.toSorted().join() !== permissionIds.split(',').filter(Boolean).toSorted().join()
      notify({
        kind: 'success',
        title: '权限已保存',
        text: merged ? `${role.roleName}；别处同时所做的修改已合并` : role.roleName,
      })
    },
  })
}
