import { ArrowLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import css from './paper.module.css'

type PrintDeskProps = {
  onBack: () => void
  /** Why it cannot be printed yet. */
  refusal: string | null
  children: ReactNode
}

/** Where a sheet lies before it is printed, by the browser; on paper there is nothing but the sheet. */
export const PrintDesk = ({ onBack, refusal, children }: PrintDeskProps) => (
  <div className={css.desk}>
    <div className={css.tools}>
      <Button icon={ArrowLeft} onClick={onBack}>
        返回
      </Button>
      <span className="t2 s12">A4；在打印窗口选“另存为 PDF”可得到文件</span>
      <Button kind="pri" icon={Printer} refusal={refusal} onClick={() => window.print()}>
        打印
      </Button>
    </div>
    {children}
  </div>
)

type PaperProps = {
  company: string
  title: string
  /** Below the title, at the left: its number, or what it is about. */
  lead: string
  /** How far it has come, and since when. */
  state: string
  /** What it is not: stands across every page, so that nobody takes it for the paper that is filed. */
  mark: { text: string; warning: string } | null
  corner?: ReactNode
  children: ReactNode
}

/** A sheet of A4 as it is filed; tables repeat their heads, and rows are not cut. */
export const Paper = ({ company, title, lead, state, mark, corner, children }: PaperProps) => (
  <article className={css.paper} data-mark={mark?.text}>
    <header>
      {corner && <div className={css.corner}>{corner}</div>}
      {mark && (
        <p className={css.mark}>
          <b>{mark.text}</b> {mark.warning}
        </p>
      )}
      <p>{company}</p>
      <h1>{title}</h1>
      <p className={css.number}>
        <span>{lead}</span>
        <span>{state}</span>
      </p>
    </header>
    {children}
  </article>
)
