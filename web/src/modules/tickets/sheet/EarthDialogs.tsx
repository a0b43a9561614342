import { earthCalls } from '@heliodesk/contract/earths.ts'
import type { HangingEarth, TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { useState } from 'react'
import { askFields } from '../../../kit/ask-fields.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import { nothingFound, notedOption } from '../../../kit/searching.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { useSearchBy } from '../../../lib/pinyin.ts'
import { useCall } from '../../../lib/queries.ts'
import { PersonField } from '../PersonField.tsx'
import { siteOf } from '../use-ticket-people.tsx'
import { EarthPhotosField, photosRefusal } from './EarthPhotosField.tsx'
import { SegmentsField } from './SegmentsField.tsx'

type EarthDialogProps = OverlayProps & { ticket: TicketDetail }

/** More than any station has of them in stock. */
const MOST_EARTHS = 500

const dueNotes = { over: '试验已超期', soon: '试验即将到期' } as const

/** 装设: which earth of the station's ledger hangs where, after no voltage was found there. */
export function HangEarth({ ticket, ...overlay }: EarthDialogProps) {
  const form = useForm(ticketCalls.hang.input, { id: ticket.id })
  const [isUploading, setIsUploading] = useState(false)
  const saving = useSaving(ticketCalls.hang, {
    said: () => ['接地已装设', `${form.values.place}，台账已登记`],
    form,
    onClose: overlay.onClose,
  })
  const stored = useCall(earthCalls.page, {
    psIds: ticket.psId,
    state: 'stored',
    curPage: 1,
    size: MOST_EARTHS,
  })
  const hanging = ticket.earths.filter(({ removedTime }) => removedTime === null)
  const search = useSearchBy('label')
  return (
    <CommandDialog
      {...askFields(overlay, form, saving, saving.send)}
      title="装设接地"
      text="在同一处验明无电后立即装设；先接接地端，后接导体端，两人进行。"
      verb="登记装设"
      refusal={photosRefusal(isUploading)}
    >
      <SelectField
        {...form.field('earthId')}
        label="接地"
        required
        loading={stored.isPending}
        notFoundContent={nothingFound('在库的接地', { isBusy: stored.isPending, error: stored.error })}
        showSearch={search}
        optionRender={notedOption}
        placeholder="台账中的编号"
        choices={(stored.data?.pageList ?? [])
          .filter(({ id }) => hanging.every(({ earthId }) => earthId !== id))
          .map(({ id, kindLabel, name, place, voltage, testDueState }) => ({
            value: id,
            label: `${kindLabel} ${name}`,
            note: [`${voltage} kV`, place, testDueState && dueNotes[testDueState]]
              .filter(Boolean)
              .join(' · '),
          }))}
      />
      <TextField
        {...form.field('place')}
        label="装设位置"
        required
        placeholder="如：7 号箱变高压熔断器电源侧 A、B、C 相"
      />
      <TimeField {...form.field('testedTime')} label="验电时间" required />
      <PersonField {...form.field('guardId')} site={siteOf(ticket)} label="监护人" required />
      <EarthPhotosField
        error={form.errorOf('photos')}
        onChange={(paths) => form.set('photos', paths)}
        onBusy={setIsUploading}
      />
    </CommandDialog>
  )
}

const ways = { remove: '拆除', hand: '移交' } as const

/** 拆除登记, or the earth stays and another ticket takes it over. */
export function UnhangEarth({ ticket, earth, ...overlay }: EarthDialogProps & { earth: HangingEarth }) {
  const [way, setWay] = useState<keyof typeof ways>('remove')
  const [isUploading, setIsUploading] = useState(false)
  const form = useForm(ticketCalls.unhang.input, { id: ticket.id, hangingId: earth.id })
  const name = `${earth.kindLabel} ${earth.earthName}`
  const saving = useSaving(ticketCalls.unhang, {
    said: () => [way === 'hand' ? '接地已移交' : '接地已拆除', name],
    form,
    onClose: overlay.onClose,
  })
  const open = useCall(ticketCalls.openAt, { psId: ticket.psId }, { enabled: way === 'hand' })
  const others = (open.data ?? []).filter(({ id }) => id !== ticket.id)
  const missing = way === 'hand' && !form.values.handTo ? '请选择移交至哪张票' : null
  return (
    <CommandDialog
      {...askFields(overlay, form, saving, saving.send)}
      title={`${ways[way]}“${name}”？`}
      text={
        way === 'hand'
          ? '接地保持在原处，由接收的票负责拆除。'
          : '先拆导体端，后拆接地端，两人进行；拆除后该处视为带电。'
      }
      verb={way === 'hand' ? '移交' : '登记拆除'}
      refusal={missing ?? photosRefusal(isUploading)}
    >
      <SegmentsField
        label="办理"
        choices={ways}
        value={way}
        onChange={(chosen) => {
          setWay(chosen)
          form.set('handTo', undefined)
        }}
      />
      {way === 'hand' && (
        <SelectField
          {...form.field('handTo')}
          label="移交至"
          required
          loading={open.isPending}
          notFoundContent={nothingFound('在办票', { isBusy: open.isPending, error: open.error })}
          optionRender={notedOption}
          choices={others.map(({ id, ticketNo, kindLabel, task }) => ({
            value: id,
            label: ticketNo,
            note: `${kindLabel} · ${task}`,
          }))}
        />
      )}
      <PersonField {...form.field('guardId')} site={siteOf(ticket)} label="监护人" required />
      <EarthPhotosField
        error={form.errorOf('photos')}
        onChange={(paths) => form.set('photos', paths)}
        onBusy={setIsUploading}
      />
    </CommandDialog>
  )
}
