/** A number on an icon; the icon's own label says it in words. */
export function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="count" aria-hidden>
      {count > 99 ? '99+' : count}
    </span>
  )
}
