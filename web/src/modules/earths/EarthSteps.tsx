import { earthCalls, type Earth } from '@heliodesk/contract/earths.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { DayField } from '../../kit/fields/DayField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useRecordForm } from '../../kit/use-record-form.ts'
import { nameOf } from './earth-list.tsx'

type StepProps = OverlayProps & { opened: Earth }

const kind = { noun: '接地线', nameOf, valuesOf: () => ({}) }

export function TestEarth(props: StepProps) {
  const calls = { edit: earthCalls.test, detail: earthCalls.detail }
  const { form, dialog } = useRecordForm(calls, props, {
    ...kind,
    fields: earthCalls.test.input.pick({ note: true }),
    said: (earth) => ['已送检', nameOf(earth)],
  })
  return (
    <CommandDialog
      {...dialog}
      title={`送检“${nameOf(props.opened)}”？`}
      text="收回之前不能使用。"
      verb="送检"
    >
      <Note {...form.field('note')} label="说明" placeholder="如 送试验所做年度试验" />
    </CommandDialog>
  )
}

export function ReceiveEarth(props: StepProps) {
  const calls = { edit: earthCalls.receive, detail: earthCalls.detail }
  const { form, dialog } = useRecordForm(calls, props, {
    ...kind,
    fields: earthCalls.receive.input.pick({ testDue: true, note: true }),
    faults: { 'earth.test_due': ['testDue'] },
    said: (earth) => ['已收回在库', `${nameOf(earth)}，试验有效期至 ${earth.testDue}`],
  })
  return (
    <CommandDialog
      {...dialog}
      title={`收回“${nameOf(props.opened)}”？`}
      text="试验合格后收回；不合格的请报废。"
      verb="收回"
    >
      <DayField {...form.field('testDue')} label="试验有效期" hint="不填即从今天起按业务配置的试验周期" />
      <Note {...form.field('note')} label="说明" placeholder="如 试验报告编号" />
    </CommandDialog>
  )
}

export function ScrapEarth(props: StepProps) {
  const calls = { edit: earthCalls.scrap, detail: earthCalls.detail }
  const { form, dialog } = useRecordForm(calls, props, {
    ...kind,
    fields: earthCalls.scrap.input.pick({ reason: true }),
    said: (earth) => ['已报废', nameOf(earth)],
  })
  return (
    <CommandDialog
      {...dialog}
      title={`报废“${nameOf(props.opened)}”？`}
      text="台账和历史保留，不能再使用，也不能恢复；编号可以给新的。"
      verb="报废"
      danger
    >
      <Note {...form.field('reason')} label="原因" required placeholder="如 断股、试验不合格" />
    </CommandDialog>
  )
}

type NoteProps = Parameters<typeof LongTextField>[0]

const Note = (props: NoteProps) => <LongTextField {...props} max={100} rows={2} mostRows={4} />
