import { stationCalls } from '@heliodesk/contract/stations.ts'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field } from '../../kit/Field.tsx'
import { useForm } from '../../kit/use-form.ts'
import { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { isRetired, stationViews, useFreshStation, type StationDetail } from './station.ts'

type SwitchStationProps = { opened: StationDetail; open: boolean; onClose: () => void }

/** Takes a station out of operation and maintenance, or back into it. */
export const SwitchStation = (props: SwitchStationProps) =>
  isRetired(props.opened) ? <Restore {...props} /> : <Retire {...props} />

const WIRE_DAY = 'YYYY-MM-DD'
const OPEN_ORDERS = 'station.open_orders'

/** Reads the station again after somebody else changed it. */
function useSeen(opened: StationDetail, forget: () => void) {
  const [station, setStation] = useState(opened)
  const readAgain = useFreshStation()
  const look = async () => {
    try {
      setStation(await readAgain(opened.psId))
      forget()
    } catch (error) {
      if (error instanceof CallError) reportCallError(error)
    }
  }
  return { station, look: () => void look() }
}

function Retire({ opened, open, onClose }: SwitchStationProps) {
  const form = useForm(stationCalls.retire.input.pick({ reason: true, retiredOn: true }), {
    retiredOn: dayjs().format(WIRE_DAY),
  })
  const command = useCommand(stationCalls.retire, {
    refresh: stationViews,
    errors: 'own',
    onSuccess: ({ psName }) => {
      notify({ kind: 'success', title: '电站已退场', text: psName })
      onClose()
    },
  })
  const { station, look } = useSeen(opened, command.reset)
  const { psId, psName, version } = station
  const { values, set, leave, errorOf } = form
  const retire = () => form.submit((input) => command.mutate({ ...input, psId, version }))
  return (
    <ConfirmDialog
      open={open}
      danger
      title={`“${psName}”退场？`}
      text="退场后停用，不能再新建工单；档案、历史工单和发电量都保留，以后可以恢复。"
      verb="退场"
      busy={command.isPending}
      onConfirm={retire}
      onCancel={onClose}
    >
      <form ref={form.form} className="retire-fields">
        <Field label="退场日期" required error={errorOf('retiredOn')}>
          {(control) => (
            <DatePicker
              {...control}
              maxDate={dayjs()}
              value={values.retiredOn ? dayjs(values.retiredOn) : null}
              onChange={(chosen) => set('retiredOn', chosen ? chosen.format(WIRE_DAY) : undefined)}
              onBlur={() => leave('retiredOn')}
            />
          )}
        </Field>
        <Field label="退场原因" required error={errorOf('reason')}>
          {(control) => (
            <CountedTextarea
              {...control}
              value={values.reason ?? ''}
              onChange={(reason) => set('reason', reason)}
              max={100}
              rows={{ min: 3, max: 5 }}
              placeholder="如 运维合同到期"
              autoFocus
            />
          )}
        </Field>
      </form>
      <CommandAlert error={command.error} onRefresh={look} />
      {command.error?.code === OPEN_ORDERS && (
        <a className="btn" href={`#/taskCenter?psId=${psId}&view=open`}>
          查看未办结的工单
        </a>
      )}
    </ConfirmDialog>
  )
}

function Restore({ opened, open, onClose }: SwitchStationProps) {
  const command = useCommand(stationCalls.restore, {
    refresh: stationViews,
    errors: 'own',
    onSuccess: ({ psName }) => {
      notify({ kind: 'success', title: '电站已恢复在维', text: psName })
      onClose()
    },
  })
  const { station, look } = useSeen(opened, command.reset)
  const { psId, psName, version } = station
  return (
    <ConfirmDialog
      open={open}
      title={`“${psName}”恢复在维？`}
      text="恢复后启用，可以新建工单。"
      verb="恢复在维"
      busy={command.isPending}
      onConfirm={() => command.mutate({ psId, version })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} onRefresh={look} />
    </ConfirmDialog>
  )
}
