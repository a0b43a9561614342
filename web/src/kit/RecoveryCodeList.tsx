import css from './recovery-codes.module.css'

/** Recovery codes that are shown once; `className` gives the columns. */
export const RecoveryCodeList = ({
  codes,
  className,
}: {
  codes: readonly string[]
  className: string | undefined
}) => (
  <ul className={`${css.codes} ${className}`} aria-label="恢复码">
    {codes.map((code) => (
      <li key={code}>
        <code>{code}</code>
      </li>
    ))}
  </ul>
)
