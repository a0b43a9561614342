import type { OrderDetail } from '../order.ts'
import type { SignerRole } from '@heliodesk/contract/order-signatures.ts'
import { PenLine } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { SignatureDrawing } from '../SignatureDrawing.tsx'
import { givenAt, roleOf } from '../signature-words.ts'
import css from './field-execution.module.css'

type FieldSignaturesProps = {
  list: OrderDetail['signatureList']
  /** Why nobody may sign now; null if they may. */
  refusal: string | null
  onSign: (role: SignerRole) => void
}

/** The signatures of the order, of which further ones may be given. */
export const FieldSignatures = ({ list, refusal, onSign }: FieldSignaturesProps) => (
  <section>
    <h2>
      签名
      <small>{list.length > 0 ? `${list.length} 个` : '可不签'}</small>
    </h2>
    {list.length > 0 && (
      <ul className={css.signed} aria-label="已有的签名">
        {list.map((signature) => (
          <li key={signature.id}>
            <SignatureDrawing {...signature} className={css.drawing} />
            <span>
              <b>{signature.name}</b> <span className="t2">{roleOf(signature)}</span>
              <small className="t3">{givenAt(signature)}</small>
            </span>
          </li>
        ))}
      </ul>
    )}
    <div className={`touch-row ${css.take}`}>
      <Button icon={PenLine} refusal={refusal} onClick={() => onSign('executor')}>
        作业人员签名
      </Button>
      <Button icon={PenLine} refusal={refusal} onClick={() => onSign('witness')}>
        见证人签名
      </Button>
    </div>
  </section>
)
