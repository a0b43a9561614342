import { z } from 'zod'
import { keyOf, named, requiredText, text } from './fields.ts'
import { filePath, storedFile } from './stored-file.ts'
import { groupNames, type MeasureGroup } from './ticket-kinds.ts'

/** What a mark on a drawing shows. */
export const markKinds = {
  isolated: '隔离点',
  earth: '接地点',
  live: '保留带电',
  place: '工作地点',
} as const
export type MarkKind = keyof typeof markKinds

export const MOST_DRAWINGS = 5
export const MOST_MARKS = 60

/** A share of the picture's width or height. */
const share = z.number().min(0, '应在图上').max(1, '应在图上')

const drawingMark = z.object({
  x: named('横向位置', share),
  y: named('纵向位置', share),
  kind: named('标注类别', keyOf(markKinds, '没有这种标注')),
  /** The group of the line whose text this is; null for free text. */
  of: named(
    '标注的措施',
    z
      .enum([...groupNames, 'step'], '没有这组措施')
      .nullable()
      .default(null),
  ),
  text: named('标注内容', text(200).default('')),
})
export type DrawingMark = z.output<typeof drawingMark>

const drawing = z.object({
  path: filePath,
  title: named('图名', requiredText(50)),
  marks: named('标注', z.array(drawingMark).max(MOST_MARKS, `每张图最多 ${MOST_MARKS} 处标注`).default([])),
})
export type Drawing = z.output<typeof drawing>

/** 附图: single-line diagrams and plans, with what is isolated, earthed and live on them. */
export const drawings = named(
  '附图',
  z.array(drawing).max(MOST_DRAWINGS, `最多 ${MOST_DRAWINGS} 张附图`).default([]),
)

/** A drawing with its file, for those who see what it belongs to. */
export const shownDrawing = drawing.extend({ file: storedFile })
export type ShownDrawing = z.output<typeof shownDrawing>

/** A line that a mark can stand for. */
export type MarkableLine = { group: MeasureGroup | 'step'; text: string }

const isLineOf = (mark: DrawingMark, { group, text: line }: MarkableLine): boolean =>
  mark.of === group && mark.text === line

/** The mark stands for a line that is no longer there: it is chosen again, because nothing may be marked by guess. */
export const isAstray = (mark: DrawingMark, lines: readonly MarkableLine[]): boolean =>
  mark.of !== null && mark.text !== '' && !lines.some((line) => isLineOf(mark, line))

/** All lines that a mark stands for are done. */
export function isMarkDone(
  mark: DrawingMark,
  lines: readonly (MarkableLine & { ticked: object | null })[],
): boolean {
  const own = lines.filter((line) => isLineOf(mark, line))
  return own.length > 0 && own.every(({ ticked }) => ticked !== null)
}

/** What is missing or wrong about the marks, one sentence each. */
export const faultsOfDrawings = (found: readonly Drawing[], lines: readonly MarkableLine[]): string[] =>
  found.flatMap(({ title, marks }) =>
    marks.flatMap((mark, at) => {
      const name = `“${title}”第 ${at + 1} 处标注`
      if (mark.text === '') return [`${name}：请填写标注的内容`]
      return isAstray(mark, lines) ? [`${name}：措施已改动，请重新选择所标的措施`] : []
    }),
  )
