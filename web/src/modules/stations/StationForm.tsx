import { stationCalls } from '@heliodesk/contract/stations.ts'
import { useState } from 'react'
import { FieldsDrawer, type RecordDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import { differencesBetween, inputOf, stationViews, type Difference, type StationDetail } from './station.ts'
import { StationFields, type StationForm } from './StationFields.tsx'

type FormProps = { open: boolean; onClose: () => void }

const faults = { 'station.name_taken': ['psName', 'psaId'] }

export function AddStation({ onAdded, ...dialog }: FormProps & { onAdded: (added: StationDetail) => void }) {
  const form = useForm(stationCalls.add.input, { siteType: 'C', status: '1' })
  const saving = useSaving(stationCalls.add, {
    refresh: stationViews,
    said: ({ psName }) => ['电站已新增', psName],
    form,
    faults,
    onClose: dialog.onClose,
    onSaved: onAdded,
  })
  return (
    <StationDrawer
      {...dialog}
      title="新增电站"
      verb="新增"
      form={form}
      saving={saving}
      onSend={saving.send}
    />
  )
}

export function EditStation({ opened, ...dialog }: FormProps & { opened: StationDetail }) {
  const [differences, setDifferences] = useState<readonly Difference[]>([])
  const form = useForm(stationCalls.add.input, inputOf(opened))
  const readAgain = useReadAgain(stationCalls.detail)
  const saving = useSaving(stationCalls.edit, {
    refresh: stationViews,
    said: ({ psName }) => ['电站已保存', psName],
    form,
    faults,
    onClose: dialog.onClose,
  })
  const { seen, look } = useSeen(opened, {
    saving,
    readAgain: ({ psId }) => readAgain({ psId }),
    onFresh: (fresh, before) => {
      setDifferences(differencesBetween(before, fresh, form.values))
      form.rebase(inputOf(fresh))
    },
  })
  return (
    <StationDrawer
      {...dialog}
      title="编辑电站"
      verb="保存"
      form={form}
      seen={seen}
      differences={differences}
      saving={saving}
      onRefresh={look}
      onSend={(input) => saving.send({ ...input, psId: seen.psId, version: seen.version })}
    />
  )
}

type StationDrawerProps = RecordDrawer<typeof stationCalls.add.input, StationDetail> & {
  /** What somebody else changed while the form was open. */
  differences?: readonly Difference[]
}

const NONE: readonly Difference[] = []

function StationDrawer({ form, seen, differences = NONE, onSend, ...rest }: StationDrawerProps) {
  const nameTaken = useNameTaken(form, seen)
  return (
    <FieldsDrawer {...rest} form={form} onSubmit={() => form.submit(onSend)}>
      {differences.length > 0 && <Differences differences={differences} />}
      <StationFields form={form} known={seen} nameTaken={nameTaken} />
    </FieldsDrawer>
  )
}

/** Says while somebody types that the project has a station of this name already. */
function useNameTaken({ values }: StationForm, known: StationDetail | undefined): string | null {
  const psName = useSettled(values.psName?.trim() ?? '', ASKING_DEBOUNCE_MS)
  const psaId = values.psaId ?? ''
  const isAsked = psName !== '' && psaId !== '' && (psName !== known?.psName || psaId !== known.psaId)
  const input = { psName, psaId, ...(known ? { psId: known.psId } : {}) }
  const read = useCall(stationCalls.nameTaken, input, { enabled: isAsked })
  return isAsked && read.data && !read.isPlaceholderData ? '该项目下已有同名电站' : null
}

/** What was typed stays; everything else has become what somebody else saved. */
function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <section className="alert proc differences" aria-label="他人的修改">
      <b>他人保存了下列修改，您填写的内容保留不变</b>
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
