import { shellCalls } from '@heliodesk/contract/shell.ts'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { FileButton } from '../../kit/FileButton.tsx'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import type { User } from '../../lib/session.ts'
import { CropDialog } from './CropDialog.tsx'
import css from './personal.module.css'

/** The user's picture, or the last character of the name without one. */
export function Avatar({ user }: { user: User }) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const remove = useCommand(shellCalls.editAvatar, {
    onSuccess: () => notify({ kind: 'success', title: '头像已移除' }),
  })
  const take = async (file: File) => {
    try {
      setPicture(await createImageBitmap(file, { imageOrientation: 'from-image' }))
    } catch {
      notify({ kind: 'error', title: '系统提示', text: '无法读取该图片，请换一张 PNG、JPG 或 WebP' })
    }
  }
  return (
    <div className={css.avatar}>
      <span className={`av ${css.av} me`} aria-hidden>
        {user.avatar === null ? user.realname.slice(-1) : <img src={user.avatar} alt="" />}
      </span>
      <div className="row">
        <FileButton
          size="sm"
          icon={Camera}
          verb="更换头像"
          label="头像文件"
          accept="image/png,image/jpeg,image/webp"
          onFile={(file) => void take(file)}
        />
        {user.avatar !== null && (
          <Button size="sm" kind="txt" busy={remove.isPending} onClick={() => remove.mutate({ path: null })}>
            移除
          </Button>
        )}
      </div>
      {picture && <CropDialog picture={picture} onClose={() => setPicture(null)} />}
    </div>
  )
}
