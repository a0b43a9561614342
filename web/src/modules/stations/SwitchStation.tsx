import { paths } from '@heliodesk/contract/paths.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import dayjs from 'dayjs'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { DayField, WIRE_DAY } from '../../kit/fields/DayField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { isRetired, type StationDetail } from './station.ts'

type SwitchStationProps = { opened: StationDetail; open: boolean; onClose: () => void }

/** Retires a station, or restores it. */
export const SwitchStation = (props: SwitchStationProps) =>
  isRetired(props.opened) ? <Restore {...props} /> : <Retire {...props} />

const OPEN_ORDERS = 'station.open_orders'

/** The station as loaded last, whose version is sent. */
function useSeenStation(opened: StationDetail, saving: { reset: () => void }) {
  const readAgain = useReadAgain(stationCalls.detail)
  return useSeen(opened, { saving, readAgain: ({ psId }) => readAgain({ psId }) })
}

function Retire({ opened, open, onClose }: SwitchStationProps) {
  const form = useForm(stationCalls.retire.input.pick({ reason: true, retiredOn: true }), {
    retiredOn: dayjs().format(WIRE_DAY),
  })
  const saving = useSaving(stationCalls.retire, {
    said: ({ psName }) => ['电站已退场', psName],
    onClose,
  })
  const { seen, look } = useSeenStation(opened, saving)
  const { psId, psName, version } = seen
  return (
    <CommandDialog
      open={open}
      danger
      title={`“${psName}”退场？`}
      text="退场后停用，不能再新建工单；档案、历史工单和发电量都保留，以后可以恢复。"
      verb="退场"
      saving={saving}
      onConfirm={() => form.submit((input) => saving.send({ ...input, psId, version }))}
      onClose={onClose}
      onRefresh={look}
      form={form.form}
      after={
        saving.error?.code === OPEN_ORDERS && (
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
        rows={{ min: 3, max: 5 }}
        placeholder="如 运维合同到期"
      />
    </CommandDialog>
  )
}

function Restore({ opened, open, onClose }: SwitchStationProps) {
  const saving = useSaving(stationCalls.restore, {
    said: ({ psName }) => ['电站已恢复在维', psName],
    onClose,
  })
  const { seen, look } = useSeenStation(opened, saving)
  const { psId, psName, version } = seen
  return (
    <CommandDialog
      open={open}
      title={`“${psName}”恢复在维？`}
      text="恢复后启用，可以新建工单。"
      verb="恢复在维"
      saving={saving}
      onConfirm={() => saving.send({ psId, version })}
      onClose={onClose}
      onRefresh={look}
    />
  )
}
