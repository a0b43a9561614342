import { notify } from '../../lib/notices.ts'
import { isFull } from '../../lib/outbox/store.ts'
import type { Act } from './acts.ts'
import { keepAct } from './do-in-field.ts'
import { roomOnDevice, type NewPhoto } from './photo.ts'

/**
 * Keeps a photo or film (`what`, in words) on this device, with the act that announces it. The person is told if there is
 * little room or it was not kept. Returns whether it was.
 */
export async function keepPicture(
  lane: string,
  file: File,
  what: '照片' | '视频',
  { read, act }: { read: (file: File) => Promise<NewPhoto>; act: (photo: NewPhoto['photo']) => Act },
): Promise<boolean> {
  const room = await roomOnDevice(file.size)
  if (room === 'none') return tellFull(what)
  try {
    const { photo, picture } = await read(file)
    await keepAct(lane, act(photo), picture)
  } catch (error) {
    if (isFull(error)) return tellFull(what)
    const text = error instanceof Error ? error.message : String(error)
    notify({ kind: 'error', title: `${what}没有保存：${file.name}`, text, seconds: 15 })
    return false
  }
  if (room === 'short')
    notify({ kind: 'warning', title: '本机存储快满了', text: `${what}已保存，请尽快联网上传`, seconds: 8 })
  return true
}

function tellFull(what: string): false {
  notify({
    kind: 'error',
    title: `本机存储不足，${what}没有保存`,
    text: '请连上网络让已拍的内容先上传，或清理手机存储',
    seconds: 15,
  })
  return false
}
