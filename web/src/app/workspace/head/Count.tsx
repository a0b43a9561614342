import css from './head-icons.module.css'
/** A badge with a number; the icon's label contains it in words. */
export function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={css.count} aria-hidden>
      {count > 99 ? '99+' : count}
    </span>
  )
}
