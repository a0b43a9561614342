import type { SignerRole } from '@heliodesk/contract/order-signatures.ts'
import { useState } from 'react'
import { doInField } from '../../../domain/field/do-in-field.ts'
import { placeNow } from '../../../domain/field/photo.ts'
import { notify } from '../../../lib/notices.ts'
import { useSession } from '../../../lib/session.ts'
import { useShell } from '../../../lib/shell.ts'
import type { OrderDetail } from '../order.ts'
import { SignSheet, type Given } from './SignSheet.tsx'

type Asked = { role: SignerRole; next?: () => void }

/** Signing of an order: the sheet while it is asked for, and whether the submission waits for it. */
export function useSigning({ id, signatureList, submitTime }: OrderDetail) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ownName = useSession(({ user }) => user?.realname ?? '')
  const isWanted = useShell()?.signSubmit === true
  // What was signed before the last submission was for that one.
  const isSigned = signatureList.some(
    ({ role, doneTime }) => role === 'executor' && (submitTime === null || doneTime > submitTime),
  )
  const give = async (given: Given, next: (() => void) | undefined) => {
    setAsked(null)
    const place = await placeNow()
    const signature = {
      id: crypto.randomUUID(),
      ...given,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
    }
    if (!(await doInField(id, { act: 'signature', given: { signature } }))) return
    notify({ kind: 'success', title: '签名已保存', text: given.name })
    next?.()
  }
  const sheet = asked && (
    <SignSheet
      role={asked.role}
      name={asked.role === 'executor' ? ownName : ''}
      verb={asked.next ? '签名并提交' : '确定'}
      onGive={(given) => void give(given, asked.next)}
      onClose={() => setAsked(null)}
    />
  )
  return { ask: setAsked, sheet, mustSign: isWanted && !isSigned }
}
