import { reworkStates } from '@heliodesk/contract/appearance-score.ts'
import { EMPTY } from '../../../kit/format.ts'
import { points, type Sheet } from '../appearance/sheet.ts'
import { PaperTable } from '../../../kit/PaperTable.tsx'

const totalText = ({ got, base, score }: Sheet['review']) =>
  score === null ? `${points(got)} / ${points(base)}` : `${points(score)} 分`

/** The sheet of an appearance inspection: each item with its marks, and what was found and done below it. */
export const SheetOnPaper = ({ title, sheet }: { title: string; sheet: Sheet }) => (
  <PaperTable
    title={title}
    fact={`自评 ${totalText(sheet.self)}；评审 ${totalText(sheet.review)}；达标线 ${points(sheet.passMark)} 分`}
    rows={sheet.rowList}
    columns={[
      { title: '检查项', isName: true, of: ({ category, project }) => `${category} · ${project}` },
      { title: '满分', isNumber: true, of: ({ mark }) => points(mark) },
      {
        title: '自评',
        isNumber: true,
        of: ({ isNotInvolve, selfScore }) => (isNotInvolve ? '不涉及' : (points(selfScore) ?? EMPTY)),
      },
      { title: '评审', isNumber: true, of: ({ score }) => points(score) ?? EMPTY },
      { title: '整改', isShort: true, of: ({ rework }) => reworkStates[rework] || EMPTY },
    ]}
    under={(row) =>
      [
        row.isNotInvolve && `不涉及：${row.notInvolveReason}`,
        row.improvementSuggest && `改进建议：${row.improvementSuggest}`,
        row.examineSuggest && `评审建议：${row.examineSuggest}`,
        row.reworkNote && `整改情况：${row.reworkNote}`,
      ]
        .filter(Boolean)
        .join('；') || null
    }
  />
)
