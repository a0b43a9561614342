import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useDrawingFiles } from '../../../domain/tickets/drawings/use-drawing-files.ts'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { focusIn } from '../../../kit/Field.tsx'
import { useRecordForm, type RecordFormProps } from '../../../kit/use-record-form.ts'
import type { CallError } from '../../../lib/call.ts'
import { useCall } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { MissingList } from './MissingList.tsx'
import {
  contentOf,
  missingToSave,
  missingToSubmit,
  startOf,
  type OrderDetail,
  type TicketDraft,
} from './ticket-draft.ts'
import { TicketFields } from './TicketFields.tsx'

type TicketFormProps = RecordFormProps<TicketDetail, { id: string }> & {
  /** The order that a new ticket is for; it is read first. */
  orderId?: string | null
}

/** Opens a ticket, or changes a draft. */
export function TicketForm({ orderId = null, ...dialog }: TicketFormProps) {
  const order = useCall(workOrderCalls.detail, { id: orderId ?? '' }, { enabled: orderId !== null })
  if (orderId !== null && !order.data && !order.error) return null
  return <DraftForm {...dialog} order={order.data ?? null} failure={order.error} />
}

type DraftFormProps = RecordFormProps<TicketDetail, { id: string }> & {
  order: OrderDetail | null
  /** Why the order could not be read. */
  failure: CallError | null
}

function DraftForm({ order, failure, ...dialog }: DraftFormProps) {
  const usual = useSession(({ user }) => user?.defaults?.station?.psId)
  const { form, seen, drawer } = useRecordForm(ticketCalls, dialog, {
    noun: '两票',
    start: order ? startOf(order) : { kind: 'first', psId: usual, voltage: '35' },
    valuesOf: ({ content, orders }): TicketDraft => ({ ...content, orderIds: orders.map(({ id }) => id) }),
    nameOf: ({ workContent }) => workContent,
    said: ({ workContent }) => ['草稿已保存', workContent],
  })
  const draft: TicketDraft = form.values
  const files = useDrawingFiles(seen?.drawings)
  const isNew = drawer.onRefresh === undefined
  return (
    <FieldsDrawer
      {...drawer}
      title={isNew ? '开票' : '修改两票'}
      verb="保存草稿"
      roomy
      uploading={files.uploading}
      saving={{ ...drawer.saving, error: drawer.saving.error ?? failure }}
      onSend={(input) => drawer.onSend({ ...contentOf(input), orderIds: input.orderIds })}
    >
      <TicketFields form={form} files={files} seen={seen ?? null} order={order} />
      <MissingList
        toSave={missingToSave(draft)}
        toSubmit={missingToSubmit(draft)}
        onGo={(field) => {
          const partOf = (name: string) => form.form.current?.querySelector(`[data-of="${name}"]`)
          // An operation ticket has no list of people: who is meant is the pair that switches.
          focusIn(partOf(field) ?? partOf('leaderId'))
        }}
      />
    </FieldsDrawer>
  )
}
