import { shellCalls } from '@heliodesk/contract/shell.ts'
import { Bot } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCall, useCommand } from '../../../lib/queries.ts'
import { useShell } from '../../../lib/shell.ts'
import { Fetched } from '../../Fetched.tsx'
import { useGuiding } from '../onboarding/guides.ts'
import { Tip } from './Tip.tsx'
import css from './head-icons.module.css'

/** spec 1 §9 */
const TIP_MS = 3000

/** The assistant's icon, where the company has one. */
export function Assistant() {
  const url = useShell()?.assistantUrl ?? null
  return url === null ? null : <AssistantButton />
}

const loadDrawer = async () => (await import('./AssistantDrawer.tsx')).AssistantDrawer

function AssistantButton() {
  const [open, setOpen] = useState(false)
  const tip = useFirstUseTip()
  return (
    <span className={css.withTip}>
      <button
        type="button"
        className="ib"
        aria-label="智能助手"
        title="智能助手"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Bot className="i" aria-hidden />
      </button>
      {tip && <Tip>有问题，问问智能助手</Tip>}
      <Fetched load={loadDrawer} props={open ? { onClose: () => setOpen(false) } : null} />
    </span>
  )
}

/** Shown once to each user for a short time; the server stores whether it was shown (spec 1 §2.5, §7.3). */
function useFirstUseTip(): boolean {
  const { data } = useCall(shellCalls.aigcGuide, { businessType: 1, sourceType: 1 })
  const mark = useCommand(shellCalls.markGuide, { errors: 'own' })
  const markSeen = useEffectEvent(() => mark.mutate({ guide: 'aigc' }))
  const [over, setOver] = useState(false)
  const guiding = useGuiding((state) => state.shown)
  const isFirst = data?.isFirstAigcNoviceGuide === '1' && !guiding
  useEffect(() => {
    if (!isFirst) return undefined
    const timer = setTimeout(() => {
      setOver(true)
      markSeen()
    }, TIP_MS)
    return () => clearTimeout(timer)
  }, [isFirst])
  return isFirst && !over
}
