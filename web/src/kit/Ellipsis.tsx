import { Tooltip } from 'antd'

type EllipsisProps = {
  text: string
  /** The number of grapheme clusters, so that no emoji is cut in two. */
  length?: number
}

/** A text cut to a number of characters (spec 2 §9); hover, focus or a tap shows it in full. */
export function Ellipsis({ text, length = 25 }: EllipsisProps) {
  const characters = Array.from(text)
  if (characters.length <= length) return text
  return (
    <Tooltip
      title={text}
      trigger={['hover', 'focus', 'click']}
      styles={{ root: { maxWidth: 'min(360px, 90vw)' } }}
    >
      <span role="note" tabIndex={0} aria-label={text}>
        {characters.slice(0, length).join('')}…
      </span>
    </Tooltip>
  )
}
