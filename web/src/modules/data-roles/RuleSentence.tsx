import { sentenceOf, type Rule } from './data-role.ts'
import type { Known } from './use-known.ts'
import css from './data-roles.module.css'

type RuleSentenceProps = { rule: Rule; known: Known; places: string }

/** The rule in words, as it would be saved. */
export function RuleSentence({ rule, known, places }: RuleSentenceProps) {
  return (
    <div className={css.sentence} aria-label="规则" role="note">
      {sentenceOf(rule, known, places).map((line, at) => (
        <p key={at}>{line.map(({ text, isValue }, place) => (isValue ? <b key={place}>{text}</b> : text))}</p>
      ))}
    </div>
  )
}
