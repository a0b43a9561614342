import { paths } from '@heliodesk/contract/paths.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useEffect, useRef } from 'react'
import { go } from '../../lib/location.ts'
import { notify } from '../../lib/notices.ts'
import { useCall } from '../../lib/queries.ts'
import { usePreferences } from '../../lib/preferences.ts'

const boxes = {
  mail: { text: '总经理信箱有新的信件或答复', path: paths.mail.path },
  feedback: { text: '问题反馈有新的内容或答复', path: paths.feedback.path },
} as const

/** Shows a notice when something new to read arrives, if the user wants it. */
export function UnreadWatch(): null {
  const { data } = useCall(shellCalls.unread, { businessType: 2 })
  const wanted = usePreferences(({ notifyAnswer }) => notifyAnswer)
  const seen = useRef(data)
  useEffect(() => {
    const before = seen.current
    seen.current = data
    // Items that already exist at the start show only in the badges.
    if (!before || !data || !wanted) return
    for (const box of ['mail', 'feedback'] as const) if (data[box] > before[box]) tell(box)
  }, [data, wanted])
  return null
}

function tell(box: keyof typeof boxes): void {
  const { text, path } = boxes[box]
  notify({ kind: 'info', title: '有新的回复', text, action: { text: '查看', run: () => go(path) } })
}
