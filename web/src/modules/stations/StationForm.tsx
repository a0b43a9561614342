import { stationCalls } from '@heliodesk/contract/stations.ts'
import { useState } from 'react'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { useCall, useCommand } from '../../lib/queries.ts'
import {
  differencesBetween,
  inputOf,
  stationViews,
  useFreshStation,
  type Difference,
  type StationDetail,
} from './station.ts'
import { StationFields, useStationForm, type StationForm } from './StationFields.tsx'

type FormProps = { open: boolean; onClose: () => void }

export function AddStation({
  open,
  onClose,
  onAdded,
}: FormProps & { onAdded: (added: StationDetail) => void }) {
  const form = useStationForm({ siteType: 'C', status: '1' })
  const command = useCommand(stationCalls.add, {
    refresh: stationViews,
    errors: 'own',
    onSuccess: (station) => {
      notify({ kind: 'success', title: '电站已新增', text: station.psName })
      onClose()
      onAdded(station)
    },
  })
  return (
    <StationDrawer
      title="新增电站"
      verb="新增"
      open={open}
      onClose={onClose}
      form={form}
      error={command.error}
      busy={command.isPending}
      onChange={command.reset}
      onSubmit={() => form.submit((input) => command.mutate(input))}
    />
  )
}

/** What the form saves is bound to what it has seen; 刷新 looks again, and what was typed stays. */
export function EditStation({ opened, open, onClose }: FormProps & { opened: StationDetail }) {
  const [seen, setSeen] = useState(opened)
  const [differences, setDifferences] = useState<readonly Difference[]>([])
  const form = useStationForm(inputOf(opened))
  const readAgain = useFreshStation()
  const command = useCommand(stationCalls.edit, {
    refresh: stationViews,
    errors: 'own',
    onSuccess: ({ psName }) => {
      notify({ kind: 'success', title: '电站已保存', text: psName })
      onClose()
    },
  })
  const look = async () => {
    try {
      const fresh = await readAgain(opened.psId)
      command.reset()
      setDifferences(differencesBetween(seen, fresh, form.values))
      setSeen(fresh)
      form.rebase(inputOf(fresh))
    } catch (error) {
      if (error instanceof CallError) reportCallError(error)
    }
  }
  return (
    <StationDrawer
      title="编辑电站"
      verb="保存"
      open={open}
      onClose={onClose}
      form={form}
      known={seen}
      differences={differences}
      error={command.error}
      busy={command.isPending}
      onChange={command.reset}
      onRefresh={() => void look()}
      onSubmit={() =>
        form.submit((input) => command.mutate({ ...input, psId: seen.psId, version: seen.version }))
      }
    />
  )
}

type StationDrawerProps = FormProps & {
  title: string
  verb: string
  form: StationForm
  known?: StationDetail
  /** What somebody else changed while the form was open. */
  differences?: readonly Difference[]
  error: CallError | null
  busy: boolean
  /** The answer to the last try does not hold for what is being typed now. */
  onChange: () => void
  onRefresh?: () => void
  onSubmit: () => void
}

const NAME_TAKEN = 'station.name_taken'
const NONE: readonly Difference[] = []

function StationDrawer({ form, known, differences = NONE, error, onChange, ...rest }: StationDrawerProps) {
  const told = useNameTaken(form, known)
  const taken = error?.code === NAME_TAKEN ? error.message : told
  return (
    <FieldsDrawer {...rest} form={form} error={error?.code === NAME_TAKEN ? null : error}>
      {differences.length > 0 && <Differences differences={differences} />}
      <StationFields form={form} known={known} nameTaken={taken} onName={onChange} />
    </FieldsDrawer>
  )
}

const DEBOUNCE_MS = 500

/** Says while somebody types that the project has a station of this name already. */
function useNameTaken({ values }: StationForm, known: StationDetail | undefined): string | null {
  const psName = useSettled(values.psName?.trim() ?? '', DEBOUNCE_MS)
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
