/** Splits a text at the first match of a word, for highlighting. */
export function splitAtMatch(text: string, word: string): [before: string, match: string, after: string] {
  const at = word ? text.toLowerCase().indexOf(word.toLowerCase()) : -1
  if (at < 0) return [text, '', '']
  return [text.slice(0, at), text.slice(at, at + word.length), text.slice(at + word.length)]
}

/** A text with the first match of a word highlighted. */
export function Marked({ text, word }: { text: string; word: string }) {
  const [before, match, after] = splitAtMatch(text, word)
  return (
    <>
      {before}
      {match && <mark>{match}</mark>}
      {after}
    </>
  )
}
