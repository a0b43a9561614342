/** A badge with a number; the icon's label contains it in words. */
export function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="count" aria-hidden>
      {count > 99 ? '99+' : count}
    </span>
  )
}
