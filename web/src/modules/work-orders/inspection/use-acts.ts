import { inspectionSheetCalls as calls, type Found } from '@heliodesk/contract/inspection-sheets.ts'
import type { DefectLevel } from '@heliodesk/contract/defect-levels.ts'
import { doInField } from '../../../domain/field/do-in-field.ts'
import { useField } from '../../../domain/field/field-store.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { notify } from '../../../lib/notices.ts'
import { useCommand } from '../../../lib/queries.ts'
import type { Line, Sheet } from './sheet.ts'

/** What a person does on a sheet. Each returns whether it was kept; why not is told. */
export type SheetActs = {
  /** It is kept on this device first. */
  isField: boolean
  isBusy: boolean
  record: (lines: readonly { line: Line; found: Found }[]) => Promise<boolean>
  exempt: (line: Line, reason: string) => Promise<boolean>
  toDefect: (stop: number, text: string, level: DefectLevel) => Promise<boolean>
  joinDefect: (stop: number, defect: { orderId: string; workCode: string }) => Promise<boolean>
  noteAmbient: (ambient: number | null) => Promise<boolean>
}

const isDone = (sent: Promise<unknown>): Promise<boolean> =>
  sent.then(
    () => true,
    () => false,
  )

/** On a phone that keeps work safely each act is kept there and sent from there; elsewhere it is sent at once. */
export function useActs({ orderId }: Pick<Sheet, 'orderId'>): SheetActs {
  const phone = usePhone()
  const isField = useField(({ outbox }) => outbox !== null) && phone
  const record = useCommand(calls.record)
  const exempt = useCommand(calls.exempt)
  const toDefect = useCommand(calls.toDefect, {
    onSuccess: ({ workCode }) => notify({ kind: 'success', title: '已转缺陷工单', text: workCode }),
  })
  const joinDefect = useCommand(calls.joinDefect, {
    onSuccess: ({ workCode }) => notify({ kind: 'success', title: '已并入已有缺陷', text: workCode }),
  })
  const keepAmbient = useCommand(calls.ambient)
  if (isField)
    return {
      isField,
      isBusy: false,
      async record(lines) {
        for (const { line, found } of lines)
          if (!(await doInField(orderId, { act: 'reading', given: { no: line.no, ...found } }))) return false
        return true
      },
      exempt: ({ no }, reason) => doInField(orderId, { act: 'exempt', given: { no, reason } }),
      toDefect: (stop, text, defectLevel) =>
        doInField(orderId, { act: 'defect', given: { stop, text, defectLevel } }),
      joinDefect: (stop, { orderId: defectId, workCode }) =>
        doInField(orderId, { act: 'join', given: { stop, defectId, workCode } }),
      noteAmbient: (ambient) => doInField(orderId, { act: 'ambient', given: { ambient } }),
    }
  return {
    isField,
    isBusy: record.isPending || exempt.isPending || toDefect.isPending || joinDefect.isPending,
    record: (lines) =>
      isDone(
        record.mutateAsync({
          orderId,
          lineList: lines.map(({ line: { no, version }, found }) => ({ no, version, ...found })),
        }),
      ),
    exempt: ({ no, version }, reason) => isDone(exempt.mutateAsync({ orderId, no, version, reason })),
    toDefect: (stop, text, defectLevel) => isDone(toDefect.mutateAsync({ orderId, stop, text, defectLevel })),
    joinDefect: (stop, defect) => isDone(joinDefect.mutateAsync({ orderId, stop, defectId: defect.orderId })),
    noteAmbient: (ambient) => isDone(keepAmbient.mutateAsync({ orderId, ambient })),
  }
}
