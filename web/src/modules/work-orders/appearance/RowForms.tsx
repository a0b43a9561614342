import { reworkStates } from '@heliodesk/contract/appearance-score.ts'
import { appearanceSheetCalls as calls, assessed } from '@heliodesk/contract/appearance-sheet.ts'
import { useState } from 'react'
import { FormDrawer } from '../../../kit/Drawers.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { TickField } from '../../../kit/fields/TickField.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { Photos } from './RowPhotos.tsx'
import { RowFacts, RowTrail } from './RowFacts.tsx'
import { Label, RowFrame, titleOf, type RowFormProps } from './RowFrame.tsx'
import { points } from './sheet.ts'
import { useRowForm } from './use-row-form.ts'
import css from './appearance.module.css'

/** A row that only is looked at. */
export function RowView({ row, order, nav, open, onClose }: RowFormProps) {
  const { isNotInvolve, notInvolveReason, selfScore, score, rework, examineSuggest, reworkNote } = row
  const facts = [
    ['不涉及原因', notInvolveReason],
    ['自评', selfScore === null ? '' : `${points(selfScore)} 分`],
    ['评分', score === null ? '' : `${points(score)} 分`],
    ['整改', reworkStates[rework]],
    ['改进建议', row.improvementSuggest],
    ['评审建议', examineSuggest],
    ['整改情况', reworkNote],
  ].filter(([, text]) => text)
  return (
    <FormDrawer
      open={open}
      title={titleOf(row)}
      label={<Label row={row} order={order} nav={nav(false)} />}
      cancel={{ text: '关闭' }}
      actions={null}
      onClose={onClose}
    >
      <div className="fields">
        <RowFacts row={row} order={order} />
        {!isNotInvolve && facts.length === 0 && <p className="wide t3">尚未自评</p>}
        {facts.length > 0 && (
          <dl className={`wide ${css.said}`}>
            {facts.map(([name, text]) => (
              <div key={name}>
                <dt className="t2">{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        <RowTrail row={row} />
      </div>
    </FormDrawer>
  )
}

/** The executor marks an item as found, or says that the station has none. */
export function AssessRow(dialog: RowFormProps) {
  const { row, order, onSaved } = dialog
  const { form, look } = useRowForm(assessed, { orderId: order.id, row }, (seen) => ({
    no: seen.no,
    version: seen.version,
    isNotInvolve: seen.isNotInvolve,
    notInvolveReason: seen.notInvolveReason,
    selfScore: seen.selfScore ?? undefined,
    improvementSuggest: seen.improvementSuggest,
  }))
  const [uploading, setUploading] = useState(false)
  const { field, values } = form
  const saving = useSaving(calls.assess, {
    said: () => ['检查项已自评', row.project],
    form,
    faults: { 'appearance.score': ['selfScore'] },
    onSaved,
  })
  const isThere = values.isNotInvolve !== true
  return (
    <RowFrame
      dialog={dialog}
      form={form}
      saving={saving}
      look={look}
      without="before"
      uploading={uploading}
      onSend={(typed) => saving.send({ orderId: order.id, rowList: [typed] })}
    >
      {isThere && (
        <NumberField
          {...field('selfScore')}
          label="自评得分"
          required
          precision={1}
          min={0}
          controls
          suffix={`/ ${points(row.mark)} 分`}
          hint={row.deductRule || undefined}
        />
      )}
      {row.mayNotInvolve && (
        <TickField
          {...field('isNotInvolve')}
          label="不涉及"
          hint={`本站没有，${points(row.mark)} 分从满分中去掉`}
          className={css.skip}
        />
      )}
      {isThere ? (
        <>
          <LongTextField
            {...field('improvementSuggest')}
            label="改进建议"
            max={200}
            rows={2}
            placeholder={row.suggest || '可不填'}
          />
          <Photos row={row} order={order} onBusy={setUploading} label="现场照片" required={row.needPhoto} />
        </>
      ) : (
        <TextField
          {...field('notInvolveReason')}
          label="不涉及原因"
          required
          className="wide"
          maxLength={100}
          placeholder="如 本站无人值守，没有宿舍"
        />
      )}
    </RowFrame>
  )
}

/** The executor says how an item was put right. */
export function ReworkRow(dialog: RowFormProps) {
  const { row, order, onSaved } = dialog
  const { form, look } = useRowForm(calls.rework.input, { orderId: order.id, row }, (seen) => ({
    orderId: order.id,
    no: seen.no,
    version: seen.version,
    note: seen.reworkNote,
  }))
  const [uploading, setUploading] = useState(false)
  const saving = useSaving(calls.rework, { said: () => ['检查项已整改', row.project], onSaved })
  return (
    <RowFrame
      dialog={dialog}
      form={form}
      saving={saving}
      look={look}
      without="after"
      uploading={uploading}
      onSend={saving.send}
    >
      {row.examineSuggest && (
        <p className="wide alert undo">
          <span className="grow">
            评审 {points(row.score)} / {points(row.mark)} 分：{row.examineSuggest}
          </span>
        </p>
      )}
      <LongTextField
        {...form.field('note')}
        label="整改情况"
        required
        max={200}
        rows={2}
        placeholder="做了什么，遗留什么"
      />
      <Photos row={row} order={order} onBusy={setUploading} label="整改后照片" required />
    </RowFrame>
  )
}
