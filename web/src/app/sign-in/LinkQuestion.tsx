import { ShieldAlert } from 'lucide-react'
import { create } from 'zustand'
import type { User } from '../../lib/session.ts'
import { PopDialog } from './PopDialog.tsx'
import css from './pop-dialog.module.css'

type Question = {
  title: string
  text: string
  /** The label of the button that follows the link; the other button keeps the current state. */
  verb: string
  answer: (wanted: boolean) => void
}

const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))

/** One question at a time: a newer link answers an open question with no. */
const ask = (question: Omit<Question, 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    useQuestion.getState().question?.answer(false)
    useQuestion.setState({ question: { ...question, answer: resolve } })
  })

const spell = ({ tenantName, realname, username }: User) => `${tenantName} ${realname}（${username}）`

/** Asks whether a link may sign in another user in this browser. */
export const askToSwitch = (here: User | null, there: User): Promise<boolean> =>
  ask({
    title: '切换登录账号？',
    text: `当前登录的是 ${here ? spell(here) : '其他账号'}，您打开的链接要以 ${spell(there)} 登录。`,
    verb: '切换账号',
  })

/** Asks whether a link may sign out. */
export const askToLeave = (here: User | null): Promise<boolean> =>
  ask({
    title: '退出当前登录？',
    text: `当前登录的是 ${here ? spell(here) : '其他账号'}，您打开的链接要退出登录。`,
    verb: '退出登录',
  })

/** Anyone can send a link, so it changes the session only after the user agrees. */
export function LinkQuestion() {
  const { question } = useQuestion()
  if (!question) return null
  const close = (wanted: boolean) => {
    useQuestion.setState({ question: null })
    question.answer(wanted)
  }
  return (
    <PopDialog title={question.title} onClose={() => close(false)}>
      <div className={css.security}>
        <ShieldAlert className="i" aria-hidden />
        <p role="alert">{question.text}</p>
      </div>
      <footer>
        <button type="button" className="btn" onClick={() => close(true)}>
          {question.verb}
        </button>
        <button type="button" className="btn pri" onClick={() => close(false)}>
          保持当前登录
        </button>
      </footer>
    </PopDialog>
  )
}
