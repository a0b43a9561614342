/** Splits a text at the first match of a word, for highlighting. */
export function splitAtMatch(text: string, word: string): [before: string, match: string, after: string] {
  const at = word ? text.toLowerCase().indexOf(word.toLowerCase()) : -1
  if (at < 0) return [text, '', '']
  return [text.slice(0, at), text.slice(at, at + word.length), text.slice(at + word.length)]
}

/** A text with the first match of each word highlighted. */
export function Marked({ text, word }: { text: string; word: string }) {
  const words = word.match(/\S+/g) ?? []
  const first = words
    .map((each) => splitAtMatch(text, each))
    .filter(([, match]) => match !== '')
    .toSorted(([one], [other]) => one.length - other.length)[0]
  if (!first) return text
  const [before, match, after] = first
  const others = words.filter((each) => each.toLowerCase() !== match.toLowerCase())
  return (
    <>
      {before}
      <mark>{match}</mark>
      <Marked text={after} word={others.join(' ')} />
    </>
  )
}
