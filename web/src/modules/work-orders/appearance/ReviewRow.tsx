import { appearanceSheetCalls as calls, reviewed } from '@heliodesk/contract/appearance-sheet.ts'
import { Button } from '../../../kit/Button.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { TickField } from '../../../kit/fields/TickField.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { RowFrame, type RowFormProps } from './RowFrame.tsx'
import { consequence, needsRework, points, type Sheet, type SheetRow } from './sheet.ts'
import { useRowForm } from './use-row-form.ts'
import css from './appearance.module.css'

/** Another person marks the item; what is too low has to be put right. */
export function ReviewRow(dialog: RowFormProps) {
  const { sheet, row, order, onSaved } = dialog
  const { form, look } = useRowForm(reviewed, { orderId: order.id, row }, (seen) => ({
    no: seen.no,
    version: seen.version,
    score: seen.score ?? seen.selfScore ?? undefined,
    examineSuggest: seen.examineSuggest,
    rework: seen.rework === 'asked',
  }))
  const { field, values } = form
  const saving = useSaving(calls.review, {
    said: () => ['检查项已评审', row.project],
    form,
    faults: { 'appearance.score': ['score'] },
    onSaved,
  })
  const isLow = needsRework(values.score, row.mark, sheet)
  const known = [
    row.isNotInvolve ? `自评不涉及：${row.notInvolveReason}` : `自评 ${points(row.selfScore)}`,
    row.firstScore !== null && `首评 ${points(row.firstScore)}`,
  ]
  return (
    <RowFrame
      dialog={dialog}
      form={form}
      saving={saving}
      look={look}
      onSend={(typed) => saving.send({ orderId: order.id, rowList: [typed] })}
    >
      <NumberField
        {...field('score')}
        label="评审得分"
        required
        precision={1}
        min={0}
        controls
        suffix={`/ ${points(row.mark)} 分`}
        hint={known.filter(Boolean).join(' · ')}
      />
      <TickField
        {...field('rework')}
        value={isLow || values.rework}
        disabled={isLow}
        label="须整改"
        hint={
          isLow
            ? `低于分值的 ${sheet.reworkPercent} %，退回后须整改`
            : `低于分值的 ${sheet.reworkPercent} % 时自动勾选`
        }
        className={css.skip}
      />
      <LongTextField
        {...field('examineSuggest')}
        label="评审建议"
        max={200}
        rows={2}
        placeholder={row.suggest || '可不填'}
      />
      {row.suggest && !values.examineSuggest && (isLow || values.rework) && (
        <Button size="sm" className={css.take} onClick={() => form.set('examineSuggest', row.suggest)}>
          填入整改建议
        </Button>
      )}
      <Consequence sheet={sheet} row={row} score={values.score} />
    </RowFrame>
  )
}

function Consequence({ sheet, row, score }: { sheet: Sheet; row: SheetRow; score: number | undefined }) {
  const { before, score: after, got, base } = consequence(sheet, row.no, score)
  const left = sheet.rowList.filter((each) => !each.isNotInvolve && each.score === null && each.no !== row.no)
  return (
    <p className={`wide alert ${after !== null && after < sheet.passMark ? 'undo' : 'proc'}`} role="status">
      <span className="grow">
        {after === null
          ? `目前 ${points(got)} / ${points(base)}，还有 ${left.length} 项未评审`
          : `总分 ${before === null || before === after ? '' : `${before.toFixed(1)} → `}${after.toFixed(1)}（${points(got)} / ${points(base)}），达标线 ${points(sheet.passMark)} 分`}
      </span>
    </p>
  )
}
