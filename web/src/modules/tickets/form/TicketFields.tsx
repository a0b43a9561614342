import { kilovoltChoices, type Kilovolts } from '@heliodesk/contract/kilovolts.ts'
import { tickedLines } from '@heliodesk/contract/ticket-content.ts'
import { ticketKinds, type TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { StationField } from '../../../domain/StationField.tsx'
import { DrawingsField } from '../../../domain/tickets/drawings/DrawingsField.tsx'
import { wholeDrawings } from '../../../domain/tickets/drawings/marks.ts'
import type { DrawingFiles } from '../../../domain/tickets/drawings/use-drawing-files.ts'
import { PairRows } from '../../../domain/tickets/PairRows.tsx'
import { NoteField } from '../../../kit/fields/NoteField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { SelectManyField } from '../../../kit/fields/SelectManyField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import { nothingFound, notedOption } from '../../../kit/searching.tsx'
import type { Found } from '../../../kit/SearchSelect.tsx'
import { useCall } from '../../../lib/queries.ts'
import { At, fillIn, type TicketFormState } from './At.tsx'
import { HotFields } from './HotFields.tsx'
import { LineFields } from './LineFields.tsx'
import { PeopleFields } from './PeopleFields.tsx'
import { contentOf, fieldsOf, wholeRowsOf, type OrderDetail, type TicketDraft } from './ticket-draft.ts'

type TicketFieldsProps = {
  form: TicketFormState
  files: DrawingFiles
  /** The ticket as it was read. */
  seen: TicketDetail | null
  /** The order that a new ticket is for. */
  order: OrderDetail | null
}

const placeHalves = {
  place: { title: '工作地点', max: 100, placeholder: '工作地点及设备双重名称，如 3号箱变' },
  work: { title: '工作内容', max: 200 },
}

/** The fields of a ticket, those that its kind has. */
export function TicketFields({ form, files, seen, order }: TicketFieldsProps) {
  const { field, set, errorOf } = form
  const draft: TicketDraft = form.values
  const kind = draft.kind ?? 'first'
  const has = fieldsOf(kind)
  return (
    <>
      <h2>任务</h2>
      <At of="kind">
        <SelectField<TicketKind>
          {...field('kind')}
          label="票种"
          required
          choices={ticketKinds}
          onChange={(chosen) => fillIn(form, { ...wholeRowsOf(draft), kind: chosen })}
        />
      </At>
      <At of="voltage">
        <SelectField<Kilovolts> {...field('voltage')} label="电压等级" required choices={kilovoltChoices} />
      </At>
      <At of="psId">
        <StationField
          {...field('psId', ['orderIds', 'mainId', 'leaderId', 'issuerId', 'cosignerId', 'guardId'])}
          label="电站"
          required
          onlyOne
        />
      </At>
      <OrdersField form={form} seen={seen} order={order} />
      <At of="task" wide>
        <TextField {...field('task')} label="工作任务" required maxLength={200} />
      </At>
      {!has.isOperation && (
        <At of="places" wide>
          <PairRows
            label="工作地点及内容"
            unit="处工作地点"
            halves={placeHalves}
            first="place"
            second="work"
            error={errorOf('places')}
            rows={draft.places ?? []}
            onChange={(places) => set('places', places)}
          />
        </At>
      )}
      <At of="planStartTime">
        <TimeField {...field('planStartTime')} label="计划开始时间" ahead="start" />
      </At>
      <At of="planEndTime">
        <TimeField {...field('planEndTime')} label="计划结束时间" ahead="end" after={draft.planStartTime} />
      </At>
      <TextField {...field('unit')} label="单位班组" maxLength={60} />
      {has.isOperation && (
        <At of="orderedBy">
          <TextField {...field('orderedBy')} label="发令人" maxLength={50} />
        </At>
      )}
      {has.hasConditions && (
        <TextField
          {...field('conditions')}
          label="工作条件"
          maxLength={200}
          placeholder="停电、不停电，邻近的带电设备名称"
        />
      )}
      {has.isHot && <HotFields form={form} seen={seen} />}
      <LineFields form={form} files={files} />
      <At of="drawings" wide>
        <DrawingsField
          files={files}
          drawings={wholeDrawings(draft.drawings)}
          lines={tickedLines(contentOf(draft))}
          error={errorOf('drawings')}
          onChange={(drawings) => set('drawings', drawings)}
        />
      </At>
      <PeopleFields form={form} seen={seen} />
      <NoteField {...field('remark')} label="备注" />
    </>
  )
}

/** Open orders of the station; those that the ticket has stay, also when they have been closed since. */
function OrdersField({ form, seen, order }: Omit<TicketFieldsProps, 'files'>) {
  const { psId, orderIds } = form.values as TicketDraft
  const read = useCall(ticketCalls.ordersAt, { psId: psId ?? '' }, { enabled: Boolean(psId) })
  const found = psId ? (read.data ?? []) : []
  const linked = [...(seen?.orders ?? []), ...(order ? [order] : [])].filter(
    ({ id }) => orderIds?.includes(id) && !found.some((each) => each.id === id),
  )
  const choices: Found[] = [
    ...linked.map(({ id, workCode }) => ({ value: id, label: workCode })),
    ...found.map(({ id, workCode, taskDescription }) => ({
      value: id,
      label: workCode,
      note: taskDescription,
    })),
  ]
  return (
    <SelectManyField
      {...form.field('orderIds')}
      label="工单"
      placeholder={psId ? '可选多张' : '先选择电站'}
      loading={Boolean(psId) && read.isPending}
      notFoundContent={
        psId ? nothingFound('工单', { isBusy: read.isPending, error: read.error }) : '先选择电站'
      }
      optionRender={notedOption}
      choices={choices}
    />
  )
}
