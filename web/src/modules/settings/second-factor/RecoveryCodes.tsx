import { Checkbox } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { CopyText } from '../../../kit/CopyText.tsx'
import { RecoveryCodeList } from '../../../kit/RecoveryCodeList.tsx'
import { saveBlob } from '../../../lib/download.ts'
import { useSession } from '../../../lib/session.ts'
import css from './second-factor.module.css'

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

/** The codes cannot be shown again, so the user must confirm that they are stored. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const username = useSession((state) => state.user?.username ?? '')
  const [kept, setKept] = useState(false)
  const text = codes.join('\n')
  const save = () =>
    saveBlob(new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }), `两步验证恢复码 ${username}.txt`)
  return (
    <>
      <p className="t2">手机不在身边时，每个恢复码可登录一次。它们只显示这一次，请保存在他人看不到的地方。</p>
      <RecoveryCodeList codes={codes} className={css.recoveryCodes} />
      <div className={`row ${css.keep}`}>
        <Button size="sm" icon={Download} onClick={save}>
          下载
        </Button>
        <CopyText text={text} label="复制全部恢复码" />
      </div>
      <Checkbox checked={kept} onChange={(event) => setKept(event.target.checked)}>
        我已保存恢复码
      </Checkbox>
      <div className="buttons">
        <Button kind="pri" refusal={kept ? null : '请先保存恢复码'} onClick={onDone}>
          完成
        </Button>
      </div>
    </>
  )
}
