import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { flattenDepartments } from './department-tree.ts'
import { useCall } from '../lib/queries.ts'

type Scope = { depCode?: string; psId?: string[]; taskType?: number[] }

/** What narrows the orders, in words; undefined until the names are known. Nothing is read that is not asked for. */
export function useScopeNames({ depCode, psId = [], taskType = [] }: Scope) {
  const departments = useCall(departmentCalls.tree, {}, { enabled: depCode !== undefined })
  const stations = useCall(
    stationCalls.options,
    { size: Math.max(1, psId.length), topPsIds: psId.join(',') },
    { enabled: psId.length > 0 },
  )
  const types = useCall(taskTypeCalls.choices, {}, { enabled: taskType.length > 0 })
  const isKnown =
    (!depCode || departments.data) &&
    (psId.length === 0 || stations.data) &&
    (taskType.length === 0 || types.data)
  const department = flattenDepartments(departments.data ?? []).find(({ node }) => node.orgCode === depCode)
  const stationNames = new Map(stations.data?.list.map((each) => [each.psId, each.psName]))
  const typeNames = new Map(types.data?.map(({ id, name }) => [id, name]))
  const all = (ids: readonly (string | number)[], names: ReadonlyMap<string | number, string>) =>
    ids.length === 0 ? '全部' : ids.map((id) => names.get(id) ?? id).join('、')
  return {
    names: isKnown
      ? [
          { label: '部门', value: depCode ? (department?.node.departName ?? depCode) : '全部' },
          { label: '类型', value: all(taskType, typeNames) },
          { label: '电站', value: all(psId, stationNames), span: 2 as const },
        ]
      : undefined,
    reads: [
      ...(depCode ? [departments] : []),
      ...(psId.length > 0 ? [stations] : []),
      ...(taskType.length > 0 ? [types] : []),
    ],
  }
}
