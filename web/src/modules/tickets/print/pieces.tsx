import type { ReactNode } from 'react'
import type { Signed } from './signatures.ts'
import css from './ticket-print.module.css'

/** A part of the form with its title; they are numbered in the order in which they stand. */
export type Rubric = { title: string; body: ReactNode }

/** A place to be filled by hand. */
export const Blank = ({ wide = false }: { wide?: boolean }) => (
  <span className={css.blank} data-blank data-wide={wide} />
)

/** What is filled in, on a line; the line alone where there is nothing. */
export const Filled = ({ children, wide }: { children: string | number | null; wide?: boolean }) =>
  children === null || children === '' ? (
    <Blank wide={wide} />
  ) : (
    <span className={css.filled}>{children}</span>
  )

const UNKNOWN = '\u3000'

/** 2026 年 11 月 21 日 09 时 30 分; with room for each number where there is none. */
export function When({ at }: { at: string | null }) {
  const found = at && /^(\d+)-(\d+)-(\d+) (\d+):(\d+)/.exec(at)
  const numbers = found
    ? found.slice(1).map((number) => ` ${number} `)
    : [4, 2, 2, 2, 2].map((room) => UNKNOWN.repeat(room))
  const units = ['年', '月', '日', '时', '分']
  return (
    <span className={css.when} data-blank={found ? undefined : true}>
      {units
        .map((unit, place) => `${numbers[place]}${unit}`)
        .join('')
        .replace(/^ /, '')}
    </span>
  )
}

type SignatureProps = {
  /** 工作负责人签名. */
  title: string
  by: Signed | null
  /** Without a time of its own, where the line says it already. */
  timeless?: boolean
}

/** Who signs here: by name and time if they have, otherwise room to do it by hand. */
export const Signature = ({ title, by, timeless = false }: SignatureProps) => (
  <span className={css.signature}>
    <span>
      {title}：<Filled>{by && `${by.name}${by.isOutdated ? OUTDATED : ''}`}</Filled>
    </span>
    {!timeless && <When at={by?.at ?? null} />}
  </span>
)

/** 11-21 10:44, in tables: the year stands above. */
export const dayAndClock = (at: string): string => at.slice(5, 16)

/** Beside signatures under another text than the one that is printed. */
export const OUTDATED = '※'

/** Signatures below each other. */
export const Signatures = ({ children }: { children: ReactNode }) => (
  <div className={css.signatures}>{children}</div>
)

/** A word with what is filled in behind it. */
export const Word = ({
  title,
  children,
  wide,
}: {
  title: string
  children: string | number | null
  wide?: boolean
}) => (
  <span className={css.word}>
    {title}：<Filled wide={wide}>{children}</Filled>
  </span>
)

type LinesProps = {
  texts: readonly string[]
  /** Lines are left to write on instead of saying that there are none. */
  open?: boolean
}

/** Numbered lines of text. */
export function Lines({ texts, open = false }: LinesProps) {
  if (texts.length === 0) return open ? <WritingLines /> : <p>无</p>
  if (texts.length === 1) return <p className={css.text}>{texts[0]}</p>
  return (
    <ol className={css.lines}>
      {texts.map((text, at) => (
        <li key={at} className={css.text}>
          {at + 1}. {text}
        </li>
      ))}
    </ol>
  )
}

/** Empty lines to write on. */
const WritingLines = () => (
  <div className={css.writing} data-blank>
    <i />
    <i />
  </div>
)

type Column<T> = {
  title: string
  /** In hundredths of the width; what is left goes to those without. */
  width?: number
  isCentred?: boolean
  of: (row: T, at: number) => ReactNode
}

type FormTableProps<T> = {
  name: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  /** Rows to be filled by hand, below the others. */
  blankRows?: number
}

/** A ruled table of the form: its head is repeated on every page, and no row is cut. */
export const FormTable = <T,>({ name, columns, rows, blankRows = 0 }: FormTableProps<T>) => (
  <table className={css.table} aria-label={name}>
    <colgroup>
      {columns.map(({ title, width }) => (
        <col key={title} style={width === undefined ? undefined : { width: `${width}%` }} />
      ))}
    </colgroup>
    <thead>
      <tr>
        {columns.map(({ title }) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => (
        <tr key={at}>
          {columns.map(({ title, isCentred, of }) => (
            <td key={title} className={isCentred ? css.centred : css.text}>
              {of(row, at)}
            </td>
          ))}
        </tr>
      ))}
      {Array.from({ length: blankRows }, (_each, at) => (
        <tr key={`blank ${at}`} className={css.blankRow} data-blank>
          {columns.map(({ title }) => (
            <td key={title} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
