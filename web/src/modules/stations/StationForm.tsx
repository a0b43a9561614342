import type { Sent } from '@heliodesk/contract/call.ts'
import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { useState } from 'react'
import { flattenDepartments } from '../../domain/department-tree.ts'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import { differencesBetween, inputOf, type Difference, type StationDetail } from './station.ts'
import { StationFields, type StationForm as Form } from './StationFields.tsx'
import css from './stations.module.css'

type StationFormProps = RecordFormProps<StationDetail, Sent<typeof stationCalls.detail>>

export function StationForm(dialog: StationFormProps) {
  /** Changes that another user saved while the form was open. */
  const [differences, setDifferences] = useState<readonly Difference[]>([])
  const { form, seen, drawer } = useRecordForm(stationCalls, dialog, {
    noun: '电站',
    verb: '新增',
    start: { siteType: 'C', status: '1' },
    valuesOf: inputOf,
    key: 'psId',
    nameOf: ({ psName }) => psName,
    gone: '已不在您的数据范围内',
    faults: { 'station.name_taken': ['psName', 'psaId'] },
    onFresh: (fresh, before, mine) => setDifferences(differencesBetween(before, fresh, mine)),
  })
  const nameTaken = useNameTaken(form, seen)
  useProjectsDepartment(form, seen)
  return (
    <FieldsDrawer {...drawer}>
      {differences.length > 0 && <Differences differences={differences} />}
      <StationFields form={form} known={seen} nameTaken={nameTaken} />
    </FieldsDrawer>
  )
}

/** Reports during typing that the project already has a station with this name. */
function useNameTaken({ values }: Form, known: StationDetail | undefined): string | null {
  const psName = useSettled(values.psName?.trim() ?? '', ASKING_DEBOUNCE_MS)
  const psaId = values.psaId ?? ''
  const isAsked = psName !== '' && psaId !== '' && (psName !== known?.psName || psaId !== known.psaId)
  const input = { psName, psaId, ...(known ? { psId: known.psId } : {}) }
  const read = useCall(stationCalls.nameTaken, input, { enabled: isAsked })
  return isAsked && read.data && !read.isPlaceholderData ? '该项目下已有同名电站' : null
}

/** Fills in the department of the chosen project, if it can be chosen, unless the person chose another one. */
function useProjectsDepartment(
  { values: { psaId, depId }, set }: Form,
  known: StationDetail | undefined,
): void {
  const [given, setGiven] = useState<{ of?: StationDetail; psaId?: string; depId?: string }>({})
  // The project that the station is in already was not chosen here.
  if (given.of !== known) setGiven({ of: known, psaId: known?.psaId })
  const isNew = psaId !== undefined && psaId !== given.psaId && given.of === known
  const project = useCall(stationCalls.psaDetail, { id: psaId ?? '' }, { enabled: isNew }).data
  const departments = useCall(departmentCalls.tree, {}).data
  if (!isNew || project?.id !== psaId || !departments) return
  const own = flattenDepartments(departments).find(({ node }) => node.id === project.depId)?.node
  const filled = own?.status === '1' ? own.id : undefined
  setGiven({ of: known, psaId, depId: filled })
  if (!depId || depId === given.depId) set('depId', filled)
}

/** Lists another user's saved changes; typed values stay, all other fields take the new values. */
function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <section className={`alert proc ${css.differences}`} aria-label="别处的修改">
      <b>下列修改已在别处保存，您填写的内容保留不变</b>
      <ul>
        {differences.map(({ field, title, before, now, mine }) => (
          <li key={field}>
            {title}：{before} → {now}
            {mine !== null && <span className="err">，您填写的是 {mine}，保存后以您的为准</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
