import type { Found } from '@heliodesk/contract/inspection-sheets.ts'
import { riseOf } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { Image, TrendingUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { RangeBar } from '../../../domain/inspection/RangeBar.tsx'
import { TrendLine } from '../../../domain/inspection/TrendLine.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { ReadingField } from './ReadingField.tsx'
import { courseOf, rangeOf, saying, type Item, type Line } from './sheet.ts'
import { VerdictTag } from './VerdictTag.tsx'
import css from './inspection.module.css'

type LineRowProps = {
  item: Item
  line: Line
  ambient: number | null
  isChosen: boolean
  refusal: string | null
  onChoose: () => void
  onRecord: (found: Found) => Promise<boolean>
  onNext: () => void
}

const judgements = { normal: '正常', abnormal: '异常' } as const

/** A line of the sheet on a desk: a reading that is typed, or a judgement. */
export function LineRow({
  item,
  line,
  ambient,
  isChosen,
  refusal,
  onChoose,
  onRecord,
  onNext,
}: LineRowProps) {
  const { verdict, value, photoList, defect, exemptReason } = line
  const rise = riseOf(item, courseOf(line))
  const judge = (key: 'normal' | 'abnormal') =>
    void onRecord(saying(key, line.note)).then((is) => is && onNext())
  const onKeyDown = (event: KeyboardEvent) => {
    if (item.kind !== 'judge' || refusal !== null) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (verdict === null) judge('normal')
      else onNext()
    }
  }
  return (
    <tr
      data-no={line.no}
      className={verdict === 'abnormal' ? css.abnormal : undefined}
      aria-selected={isChosen}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      <th scope="row">{item.name}</th>
      <td className={css.number}>
        {item.kind === 'judge' ? (
          refusal === null ? (
            <Segments<'normal' | 'abnormal' | 'open'>
              label={`${item.name}判断`}
              choices={judgements as Record<'normal' | 'abnormal' | 'open', string>}
              value={verdict === 'normal' || verdict === 'abnormal' ? verdict : 'open'}
              onChange={(key) => key !== 'open' && judge(key)}
            />
          ) : (
            '--'
          )
        ) : (
          <ReadingField
            item={item}
            line={line}
            ambient={ambient}
            refusal={refusal ?? (defect ? '已转缺陷，不能再改' : null)}
            onRecord={onRecord}
            onNext={onNext}
            onFocus={onChoose}
          />
        )}
      </td>
      <td className="t2">
        {rangeOf(item) || '--'}
        {item.isStationLimits && <span className="tag ln">本站</span>}
      </td>
      <td>
        {item.kind === 'judge' ? (
          <span className="t3">--</span>
        ) : (
          <RangeBar limits={item.limits} value={value} />
        )}
      </td>
      <td>
        <span className="row">
          <TrendLine
            values={courseOf(line)}
            limits={item.limits}
            label={`最近 ${courseOf(line).length} 次：${courseOf(line).join('、')}`}
          />
          {rise !== null && (
            <span className="undo" title={`最近上升 ${rise} ${item.unit}`}>
              <TrendingUp className="i s" role="img" aria-label={`最近上升 ${rise} ${item.unit}`} />
            </span>
          )}
        </span>
      </td>
      <td>
        <VerdictTag verdict={verdict} />
        {defect && <small className="t3"> {defect.workCode}</small>}
        {exemptReason !== '' && <small className="t3"> 免转</small>}
      </td>
      <td className="t2">
        {photoList.length > 0 ? (
          <>
            <Image className="i s" role="img" aria-label="照片" /> {photoList.length}
          </>
        ) : (
          '--'
        )}
      </td>
    </tr>
  )
}
