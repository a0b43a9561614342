import { textOfStrokes, type SignerRole, type Strokes } from '@heliodesk/contract/order-signatures.ts'
import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { ModalDialog } from '../../../kit/ModalDialog.tsx'
import { useBack } from '../../../kit/use-back.ts'
import { PlainField } from '../forms/PlainField.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import css from './signature.module.css'

export type Given = { role: SignerRole; name: string; title: string; strokes: string }

type SignSheetProps = {
  role: SignerRole
  /** The name that is known already. */
  name: string
  /** What follows the signature: 签名并提交. */
  verb: string
  onGive: (given: Given) => void
  onClose: () => void
}

const titles = { executor: '作业人员签名', witness: '见证人签名' } as const

/** A sheet to sign in; who cannot write on the screen gives the typed name instead. */
export function SignSheet({ role, name: known, verb, onGive, onClose }: SignSheetProps) {
  useBack(true, onClose)
  const [name, setName] = useState(known)
  const [title, setTitle] = useState('')
  const [strokes, setStrokes] = useState<Strokes>([])
  const [isTyped, setIsTyped] = useState(false)
  const refusal =
    name.trim() === '' ? '请填写姓名' : !isTyped && strokes.length === 0 ? '请先签名，或改用输入的姓名' : null
  const give = () =>
    onGive({
      role,
      name: name.trim(),
      title: title.trim(),
      strokes: isTyped ? '' : textOfStrokes(strokes),
    })
  return (
    <ModalDialog label={titles[role]} className={`touch ${css.sheet}`} onClose={onClose}>
      <h2>{titles[role]}</h2>
      <div className={css.fields}>
        <PlainField
          label="姓名"
          className="grow"
          required
          maxLength={50}
          placeholder="签名人的姓名"
          value={name}
          onChange={setName}
        />
        {role === 'witness' && (
          <PlainField
            label="身份"
            className="grow"
            maxLength={50}
            placeholder="如：业主代表"
            value={title}
            onChange={setTitle}
          />
        )}
      </div>
      {!isTyped && <SignaturePad strokes={strokes} onChange={setStrokes} />}
      <label className={css.typed}>
        <input type="checkbox" checked={isTyped} onChange={({ target }) => setIsTyped(target.checked)} />
        不便手写，以输入的姓名代替
      </label>
      <div className={`touch-row ${css.buttons}`}>
        <Button onClick={onClose}>取消</Button>
        <Button
          icon={Eraser}
          refusal={isTyped || strokes.length === 0 ? '还没有签名' : null}
          repeatMs={0}
          onClick={() => setStrokes([])}
        >
          清除
        </Button>
        <Button kind="pri" refusal={refusal} onClick={give}>
          {verb}
        </Button>
      </div>
    </ModalDialog>
  )
}
