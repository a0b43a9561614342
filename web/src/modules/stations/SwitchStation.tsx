import { paths } from '@heliodesk/contract/paths.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { DayField, WIRE_DAY } from '../../kit/fields/DayField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useRecordForm } from '../../kit/use-record-form.ts'
import { isRetired, type ChosenStation, type StationDetail } from './station.ts'
import { companyNow } from '../../lib/company-time.ts'

type SwitchStationProps = ChosenStation & OverlayProps

/** Retires a station, or restores it. */
export const SwitchStation = (props: SwitchStationProps) =>
  isRetired(props.known) ? <Restore {...props} /> : <Retire {...props} />

const OPEN_ORDERS = 'station.open_orders'

const station = {
  noun: '电站',
  key: 'psId',
  nameOf: ({ psName }: StationDetail) => psName,
  gone: '已不在您的数据范围内',
} as const

function Retire(props: SwitchStationProps) {
  const calls = { edit: stationCalls.retire, detail: stationCalls.detail }
  const { form, seen, dialog } = useRecordForm(calls, props, {
    ...station,
    fields: calls.edit.input.pick({ reason: true, retiredOn: true }),
    valuesOf: () => ({ retiredOn: companyNow().format(WIRE_DAY) }),
    said: ({ psName }) => ['电站已退场', psName],
  })
  const { psId, psName } = seen ?? props.known
  return (
    <CommandDialog
      {...dialog}
      danger
      title={`“${psName}”退场？`}
      text="退场后停用，不能再新建工单；档案、历史工单和发电量都保留，以后可以恢复。"
      verb="退场"
      after={
        dialog.saving.error?.code === OPEN_ORDERS && (
          <a className="btn" href={paths.orders.href({ psId, view: 'open' })}>
            查看未办结的工单
          </a>
        )
      }
    >
      <DayField {...form.field('retiredOn')} label="退场日期" required past />
      <LongTextField
        {...form.field('reason')}
        label="退场原因"
        required
        autoFocus
        max={100}
        rows={3}
        mostRows={5}
        placeholder="如 运维合同到期"
      />
    </CommandDialog>
  )
}

function Restore(props: SwitchStationProps) {
  const calls = { edit: stationCalls.restore, detail: stationCalls.detail }
  const { seen, dialog } = useRecordForm(calls, props, {
    ...station,
    fields: calls.edit.input.pick({}),
    valuesOf: () => ({}),
    said: ({ psName }) => ['电站已恢复在维', psName],
  })
  const { psName } = seen ?? props.known
  return (
    <CommandDialog
      {...dialog}
      title={`“${psName}”恢复在维？`}
      text="恢复后启用，可以新建工单。"
      verb="恢复在维"
    />
  )
}
