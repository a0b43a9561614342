import { stationCalls } from '@heliodesk/contract/stations.ts'
import { useState } from 'react'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import {
  inputOf,
  isRetired,
  statesAfter,
  stationViews,
  useFreshStation,
  type StationDetail,
} from './station.ts'

type SwitchStationProps = { opened: StationDetail; open: boolean; onClose: () => void }

/** Takes a station out of operation and maintenance, or back into it. */
export function SwitchStation({ opened, open, onClose }: SwitchStationProps) {
  const [station, setStation] = useState(opened)
  const retiring = !isRetired(opened)
  const readAgain = useFreshStation()
  const command = useCommand(stationCalls.edit, {
    refresh: stationViews,
    errors: 'own',
    onSuccess: ({ psName }) => {
      notify({ kind: 'success', title: retiring ? '电站已退场' : '电站已恢复在维', text: psName })
      onClose()
    },
  })
  const look = async () => {
    try {
      setStation(await readAgain(opened.psId))
      command.reset()
    } catch (error) {
      if (error instanceof CallError) reportCallError(error)
    }
  }
  const { psId, psName, version } = station
  return (
    <ConfirmDialog
      open={open}
      danger={retiring}
      title={retiring ? `“${psName}”退场？` : `“${psName}”恢复在维？`}
      text={
        retiring
          ? '退场后停用，不能再新建工单；办理中的工单和历史数据不受影响，以后可以恢复。'
          : '恢复后启用，可以新建工单。'
      }
      verb={retiring ? '退场' : '恢复在维'}
      busy={command.isPending}
      onConfirm={() => command.mutate({ ...inputOf(station), ...statesAfter(retiring), psId, version })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} onRefresh={() => void look()} />
    </ConfirmDialog>
  )
}
