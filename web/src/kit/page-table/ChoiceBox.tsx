import type { Choice } from './use-choice.ts'

type ChoiceBoxProps<Row> = { choice: Choice<Row>; rows: readonly Row[] }

/**
 * Chooses all rows of the page. While it is partly on, it releases all chosen rows, those on other pages too; fully on, it
 * releases the page.
 */
export function ChoiceBox<Row>({ choice: { isChosen, onChoose, onClear }, rows }: ChoiceBoxProps<Row>) {
  const count = rows.filter(isChosen).length
  const all = count === rows.length
  const partly = count > 0 && !all
  return (
    <input
      type="checkbox"
      className="choose"
      aria-label="选择本页"
      title={count > 0 ? '取消选择' : '选择本页'}
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = partly
      }}
      onChange={() => (partly ? onClear() : onChoose(rows, !all))}
    />
  )
}
