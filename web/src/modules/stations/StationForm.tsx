import { stationCalls } from '@heliodesk/contract/stations.ts'
import { useState } from 'react'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { inputOf, stationViews, useFreshStation, type StationDetail } from './station.ts'
import { StationFields, useStationForm, type StationForm } from './StationFields.tsx'

type FormProps = { open: boolean; onClose: () => void }

export function AddStation({
  open,
  onClose,
  onAdded,
}: FormProps & { onAdded: (added: StationDetail) => void }) {
  const form = useStationForm({ siteType: 'C', maintenanceStatus: '1', status: '1' })
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
  error: CallError | null
  busy: boolean
  /** The answer to the last try does not hold for what is being typed now. */
  onChange: () => void
  onRefresh?: () => void
  onSubmit: () => void
}

const NAME_TAKEN = 'station.name_taken'

function StationDrawer({ form, known, error, onChange, ...rest }: StationDrawerProps) {
  const taken = error?.code === NAME_TAKEN ? error.message : null
  return (
    <FieldsDrawer {...rest} form={form} error={taken ? null : error}>
      <StationFields form={form} known={known} nameTaken={taken} onName={onChange} />
    </FieldsDrawer>
  )
}
