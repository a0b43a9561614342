import { ShieldAlert } from 'lucide-react'
import { create } from 'zustand'
import type { User } from '../../lib/session.ts'
import { PopDialog } from './PopDialog.tsx'

type Question = {
  title: string
  text: string
  /** What the link wants; the other button keeps what is. */
  verb: string
  answer: (wanted: boolean) => void
}

const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))

/** One question at a time: a link that comes while another one's stands open answers that with no. */
const ask = (question: Omit<Question, 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    useQuestion.getState().question?.answer(false)
    useQuestion.setState({ question: { ...question, answer: resolve } })
  })

const spell = ({ tenantName, realname, username }: User) => `${tenantName} ${realname}（${username}）`

/** Whether a link may sign this browser in as somebody else than it is signed in as. */
export const askToSwitch = (here: User | null, there: User): Promise<boolean> =>
  ask({
    title: '切换登录账号？',
    text: `当前登录的是 ${here ? spell(here) : '其他账号'}，您打开的链接要以 ${spell(there)} 登录。`,
    verb: '切换账号',
  })

/** Whether a link may sign this browser out. */
export const askToLeave = (here: User | null): Promise<boolean> =>
  ask({
    title: '退出当前登录？',
    text: `当前登录的是 ${here ? spell(here) : '其他账号'}，您打开的链接要退出登录。`,
    verb: '退出登录',
  })

/** Anybody can send a link; what it would do to the session happens only where the person says so. */
export function LinkQuestion() {
  const { question } = useQuestion()
  if (!question) return null
  const close = (wanted: boolean) => {
    useQuestion.setState({ question: null })
    question.answer(wanted)
  }
  return (
    <PopDialog title={question.title} onClose={() => close(false)}>
      <div className="security">
        <ShieldAlert className="i" aria-hidden />
        <p role="alert">{question.text}</p>
      </div>
      <div className="buttons">
        <button type="button" className="btn" onClick={() => close(true)}>
          {question.verb}
        </button>
        <button type="button" className="btn pri" onClick={() => close(false)}>
          保持当前登录
        </button>
      </div>
    </PopDialog>
  )
}
