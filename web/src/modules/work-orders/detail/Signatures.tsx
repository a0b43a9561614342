import type { OrderDetail } from '../order.ts'
import { SignatureDrawing } from '../SignatureDrawing.tsx'
import { givenAt, roleOf } from '../signature-words.ts'
import css from './signatures.module.css'

type SignaturesProps = { id: string; title: string; list: OrderDetail['signatureList'] }

/** Who signed the work on a phone, when and where. */
export const Signatures = ({ id, title, list }: SignaturesProps) => (
  <section className="sec" id={id}>
    <h2>
      {title}
      <span className="t3 s12">{list.length}</span>
    </h2>
    <ul className={css.signatures}>
      {list.map((signature) => (
        <li key={signature.id}>
          <span className={css.field}>
            <SignatureDrawing {...signature} className={css.drawing} />
          </span>
          <p className="s13">
            <b>{signature.name}</b> <span className="t2">{roleOf(signature)}</span>
            {signature.marks.map((mark) => (
              <span key={mark} className="tag undo">
                {mark}
              </span>
            ))}
          </p>
          <p className="t3 s12">{givenAt(signature)}</p>
        </li>
      ))}
    </ul>
  </section>
)
