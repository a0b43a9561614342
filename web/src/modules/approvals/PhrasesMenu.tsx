import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { MessageSquareQuote, Settings2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { PopMenu, spotUnder, type Spot } from '../../kit/PopMenu.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { PhrasesDialog } from './PhrasesDialog.tsx'

/** 常用意见: one press inserts a phrase, the user's own before those of the company. */
export function PhrasesMenu({ onPick }: { onPick: (phrase: string) => void }) {
  const phrases = useCall(approvalCalls.phrases, {})
  const anchor = useRef<HTMLSpanElement>(null)
  const [spot, setSpot] = useState<Spot | null>(null)
  const { own, company } = phrases.data ?? { own: [], company: [] }
  const { show, shown } = useOverlays({
    edit: (overlay) => <PhrasesDialog {...overlay} phrases={own} />,
  })
  return (
    <span ref={anchor}>
      <Button
        size="sm"
        kind="txt"
        icon={MessageSquareQuote}
        repeatMs={0}
        refusal={phrases.data ? null : phrases.error ? '常用意见没有取到' : '正在取常用意见'}
        onClick={() => setSpot(spot ? null : spotUnder(anchor.current!))}
      >
        常用意见
      </Button>
      {spot && (
        <PopMenu
          label="常用意见"
          spot={spot}
          items={[
            ...[...new Set([...own, ...company])].map((text) => ({ text, onSelect: () => onPick(text) })),
            { text: '管理常用意见…', icon: Settings2, onSelect: () => show('edit') },
          ]}
          onClose={() => setSpot(null)}
        />
      )}
      {shown}
    </span>
  )
}
