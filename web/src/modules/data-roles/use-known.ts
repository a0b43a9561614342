import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { useMemo } from 'react'
import { formatNumber } from '../../kit/format.ts'
import { useCall } from '../../lib/queries.ts'

/** To whom a data role can be given, and the types of orders, as choices and by id. */
export function useKnown() {
  const audience = useCall(dataRoleCalls.choices, {})
  const types = useCall(taskTypeCalls.choices, {})
  return useMemo(() => {
    const roles = (audience.data?.roles ?? []).map(({ id, roleName, userCount }) => ({
      value: id,
      label: roleName,
      note: `${formatNumber(userCount)} 人`,
    }))
    const users = (audience.data?.users ?? []).map(({ id, realname, depName }) => ({
      value: id,
      label: realname,
      note: depName,
    }))
    const taskTypes = (types.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
    const named = (choices: readonly { value: string; label: string }[]) =>
      new Map(choices.map(({ value, label }) => [value, label]))
    return {
      choices: { roles, users, taskTypes },
      roles: named(roles),
      users: named(users),
      taskTypes: named(taskTypes),
      isRead: audience.data !== undefined && types.data !== undefined,
    }
  }, [audience.data, types.data])
}

export type Known = ReturnType<typeof useKnown>
