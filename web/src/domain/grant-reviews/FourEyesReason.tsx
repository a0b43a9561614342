import { Users } from 'lucide-react'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import css from './grant-reviews.module.css'

type FourEyesReasonProps = { value: string; onChange: (reason: string) => void }

/** Says that a change of rights waits for a second person, and asks why it is made. */
export const FourEyesReason = ({ value, onChange }: FourEyesReasonProps) => (
  <div className={css.asks}>
    <p className="alert proc">
      <Users className="i" aria-hidden />
      <span>权限变更须二人复核：提交后暂不生效，由另一名有权限的人员复核通过后生效，14 天内有效。</span>
    </p>
    <LongTextField
      label="变更原因"
      required
      value={value}
      onChange={onChange}
      placeholder="为什么变更，供复核人判断"
    />
  </div>
)
