import { approvalCalls, MOST_OPINION, MOST_PHRASES } from '@heliodesk/contract/approvals.ts'
import { useState } from 'react'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { TextListField } from '../../kit/fields/TextListField.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'

/** The user's phrases for opinions, in the order of the menu. */
export function PhrasesDialog({ phrases, open, onClose }: OverlayProps & { phrases: readonly string[] }) {
  const [texts, setTexts] = useState<readonly string[]>(phrases.length > 0 ? phrases : [''])
  const saving = useSaving(approvalCalls.setPhrases, { said: () => ['常用意见已保存'], onClose })
  const kept = texts.map((text) => text.trim()).filter((text) => text !== '')
  const wrong = kept.some((text) => text.length > MOST_OPINION) ? `每条最多 ${MOST_OPINION} 个字` : null
  return (
    <CommandDialog
      open={open}
      wide
      title="管理常用意见"
      text="只有您自己使用；公司的常用意见在业务配置里。"
      verb="保存"
      refusal={wrong}
      saving={saving}
      onConfirm={() => saving.send({ phrases: kept })}
      onClose={onClose}
    >
      <TextListField
        label="常用意见"
        bare
        error={wrong}
        hint={`${kept.length}/${MOST_PHRASES} 条`}
        texts={texts}
        most={MOST_PHRASES}
        onChange={setTexts}
      />
    </CommandDialog>
  )
}
