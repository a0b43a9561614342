import type { ComponentProps, ReactNode } from 'react'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import type { Saving } from '../../../kit/use-saving.ts'
import type { OrderDetail } from '../order.ts'
import { RowFacts, RowTrail } from './RowFacts.tsx'
import { RowState } from './SheetTable.tsx'
import { points, type Sheet, type SheetRow } from './sheet.ts'
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

export const titleOf = ({ no, project }: SheetRow) => `${no} ${project}`
const UPLOADING = '有照片还没有传完，请稍候；失败的请重试或移除'

export const Label = ({ row, order, nav }: Pick<RowFormProps, 'row' | 'order'> & { nav: ReactNode }) => (
  <>
    <span className="tag ln">{points(row.mark)} 分</span>
    <RowState row={row} inHand={order.flowSts === 2} />
    <span className={css.nav}>{nav}</span>
  </>
)

type FieldsDrawerProps<I> = ComponentProps<typeof FieldsDrawer<I>>

type RowFrameProps<I> = Pick<FieldsDrawerProps<I>, 'form' | 'onSend' | 'children'> & {
  saving: Saving & { reset: () => void }
  dialog: RowFormProps
  /** Photos that the form shows itself. */
  without?: 'before' | 'after'
  uploading?: boolean
  look: (then: () => void) => Promise<void>
}

/** The drawer of a form about one row: the row's name and state above, what is known of it below the fields. */
export const RowFrame = <I,>({ dialog, without, uploading = false, look, ...rest }: RowFrameProps<I>) => {
  const { sheet: _sheet, row, order, nav, onSaved: _onSaved, ...overlay } = dialog
  const { form, saving, children } = rest
  return (
    <FieldsDrawer
      {...overlay}
      {...rest}
      roomy
      title={titleOf(row)}
      label={<Label row={row} order={order} nav={nav(form.dirty)} />}
      refusal={uploading ? UPLOADING : null}
      onRefresh={() => void look(saving.reset)}
    >
      {children}
      <RowFacts row={row} order={order} without={without} />
      <RowTrail row={row} />
    </FieldsDrawer>
  )
}
