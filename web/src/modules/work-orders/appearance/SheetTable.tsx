import { reworkStates, scoreColumns } from '@heliodesk/contract/appearance-score.ts'
import { Image } from 'lucide-react'
import { EMPTY } from '../../../kit/format.ts'
import { groupsOf, points, reworkLooks, type SheetRow } from './sheet.ts'
import css from './appearance.module.css'

type SheetTableProps = {
  rows: readonly SheetRow[]
  /** The work goes on, so that photos can be added. */
  inHand: boolean
  /** Of the specification's score columns. */
  type: number
  /** Rows that wait for the person who looks at them. */
  open: ReadonlySet<number>
  onOpen: (no: number) => void
}

/** The rows of a sheet by their groups; each opens in a form. */
export function SheetTable({ rows, inHand, type, open, onOpen }: SheetTableProps) {
  const { scores, examineSuggest } = scoreColumns(
    type,
    rows.some((row) => row.examineSuggest !== ''),
  )
  const columns = 3 + (scores ? 3 : 0) + (examineSuggest ? 1 : 0)
  return (
    <div className={css.boxed} tabIndex={0} role="region" aria-label="检查项">
      <table>
        <thead>
          <tr>
            <th scope="col">检查项</th>
            {scores && (
              <>
                <th scope="col" className="num">
                  自评
                </th>
                <th scope="col" className="num">
                  评分
                </th>
              </>
            )}
            <th scope="col" className="num">
              分值
            </th>
            <th scope="col">状态</th>
            {scores && <th scope="col">改进建议</th>}
            {examineSuggest && <th scope="col">评审建议</th>}
          </tr>
        </thead>
        {groupsOf(rows).map(({ category, rows: own, mark }) => (
          <tbody key={category}>
            <tr className={css.group}>
              <th scope="rowgroup" colSpan={columns}>
                {category} <span className="t3">{points(mark)} 分</span>
              </th>
            </tr>
            {own.map((row) => (
              <tr key={row.no} className={open.has(row.no) ? css.waiting : undefined}>
                <td>
                  <button type="button" className={css.name} onClick={() => onOpen(row.no)}>
                    <span className="t3">{row.no}</span>
                    {row.project}
                  </button>
                </td>
                {scores && (
                  <>
                    <td className="num">{row.isNotInvolve ? EMPTY : (points(row.selfScore) ?? EMPTY)}</td>
                    <td className="num">{row.isNotInvolve ? EMPTY : <b>{points(row.score) ?? EMPTY}</b>}</td>
                  </>
                )}
                <td className="num">{points(row.mark)}</td>
                <td>
                  <RowState row={row} inHand={inHand} />
                </td>
                {scores && (
                  <td className={css.words} title={wordsOf(row)}>
                    {wordsOf(row)}
                  </td>
                )}
                {examineSuggest && (
                  <td className={css.words} title={row.examineSuggest}>
                    {row.examineSuggest}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

const wordsOf = ({ isNotInvolve, notInvolveReason, reworkNote, improvementSuggest }: SheetRow) =>
  isNotInvolve ? notInvolveReason : reworkNote || improvementSuggest

export function RowState({ row, inHand }: { row: SheetRow; inHand: boolean }) {
  const { isNotInvolve, rework, needPhoto, uploadFileList, afterFileList, score } = row
  const photos = uploadFileList.length + afterFileList.length
  return (
    <span className={css.state}>
      {isNotInvolve && <span className="tag ln">不涉及</span>}
      {rework !== 'none' && <span className={`tag ${reworkLooks[rework]}`}>{reworkStates[rework]}</span>}
      {inHand && !isNotInvolve && needPhoto && photos === 0 && score === null && (
        <span className="tag undo">须拍照</span>
      )}
      {photos > 0 && (
        <span className={`t3 s12 ${css.count}`}>
          <Image className="i s" role="img" aria-label="照片" /> {photos}
        </span>
      )}
    </span>
  )
}
