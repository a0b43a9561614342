import { reworkStates } from '@heliodesk/contract/appearance-score.ts'
import { appearanceSheetCalls as calls, assessed, reviewed } from '@heliodesk/contract/appearance-sheet.ts'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { FormDrawer } from '../../../kit/Drawers.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { TickField } from '../../../kit/fields/TickField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import type { OrderDetail } from '../order.ts'
import { Photos } from './RowPhotos.tsx'
import { RowFacts, RowTrail } from './RowFacts.tsx'
import { RowState } from './SheetTable.tsx'
import { consequence, needsRework, points, type Sheet, type SheetRow } from './sheet.ts'
import { useRowForm } from './use-row-form.ts'
import css from './appearance.module.css'

export type RowFormProps = OverlayProps & {
  sheet: Sheet
  row: SheetRow
  order: OrderDetail
  /** The buttons that go to the neighbours, which wait for what is typed. */
  nav: (dirty: boolean) => ReactNode
  verb: string
  /** Goes to the next row that waits, or closes. */
  onSaved: (saved: Sheet) => void
}

const titleOf = ({ no, project }: SheetRow) => `${no} ${project}`
const UPLOADING = '有照片还没有传完，请稍候；失败的请重试或移除'

const Label = ({ row, order, nav }: Pick<RowFormProps, 'row' | 'order'> & { nav: ReactNode }) => (
  <>
    <span className="tag ln">{points(row.mark)} 分</span>
    <RowState row={row} inHand={order.flowSts === 2} />
    <span className={css.nav}>{nav}</span>
  </>
)

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
        <RowFacts row={row} />
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
export function AssessRow({ row, order, nav, verb, onSaved, ...overlay }: RowFormProps) {
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
    <FieldsDrawer
      {...overlay}
      roomy
      title={titleOf(row)}
      label={<Label row={row} order={order} nav={nav(form.dirty)} />}
      verb={verb}
      refusal={uploading ? UPLOADING : null}
      form={form}
      saving={saving}
      onRefresh={() => void look(saving.reset)}
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
      <RowFacts row={row} without="before" />
      <RowTrail row={row} />
    </FieldsDrawer>
  )
}

/** The executor says how an item was put right. */
export function ReworkRow({ row, order, nav, verb, onSaved, ...overlay }: RowFormProps) {
  const { form, look } = useRowForm(calls.rework.input, { orderId: order.id, row }, (seen) => ({
    orderId: order.id,
    no: seen.no,
    version: seen.version,
    note: seen.reworkNote,
  }))
  const [uploading, setUploading] = useState(false)
  const saving = useSaving(calls.rework, { said: () => ['检查项已整改', row.project], onSaved })
  return (
    <FieldsDrawer
      {...overlay}
      roomy
      title={titleOf(row)}
      label={<Label row={row} order={order} nav={nav(form.dirty)} />}
      verb={verb}
      refusal={uploading ? UPLOADING : null}
      form={form}
      saving={saving}
      onRefresh={() => void look(saving.reset)}
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
      <RowFacts row={row} without="after" />
      <RowTrail row={row} />
    </FieldsDrawer>
  )
}

/** Another person marks the item; what is too low has to be put right. */
export function ReviewRow({ sheet, row, order, nav, verb, onSaved, ...overlay }: RowFormProps) {
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
    <FieldsDrawer
      {...overlay}
      roomy
      title={titleOf(row)}
      label={<Label row={row} order={order} nav={nav(form.dirty)} />}
      verb={verb}
      form={form}
      saving={saving}
      onRefresh={() => void look(saving.reset)}
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
      <RowFacts row={row} />
      <RowTrail row={row} />
    </FieldsDrawer>
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
