import { useEffect } from 'react'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import { useDownloads } from '../../lib/download.ts'
import { TransferTray } from './TransferTray.tsx'

const MB = 1024 * 1024

/** Shows the tray in the corner of the page, with a download that never ends. */
function Downloading() {
  useEffect(() => {
    const cancel = () => useDownloads.setState({ downloads: [] })
    useDownloads.setState({
      downloads: [{ key: 'd', name: '无人机巡检.mp4', got: 84 * MB, total: 230 * MB, cancel }],
    })
    return cancel
  }, [])
  return (
    <>
      <p className="t2">在页面右下角；上传时切换到别的页面也会出现。</p>
      <TransferTray />
    </>
  )
}

export default {
  title: '文件传输',
  group: '文件',
  states: {
    正在下载: () => <Downloading />,
    没有传输时不显示: () => <TransferTray />,
  },
} satisfies GalleryEntry
