import type { Host } from '../../lib/installation.ts'

type Facts = { installed: boolean; asks: boolean; secure: boolean; host: Host | null; ios: boolean }

const hosts: Record<Host, string> = { WeCom: '企业微信', DingTalk: '钉钉', WeChat: '微信' }

/** How the product gets onto the home screen of this phone, and what is not possible here, said at once. */
export function howToInstall({ installed, asks, secure, host, ios }: Facts): string {
  if (installed) return '已安装，可从桌面打开；没有信号也能打开'
  if (host !== null) {
    const browser = ios ? 'Safari' : '手机浏览器'
    return `${hosts[host]}内不能安装，数据也可能被它清理。请点右上角“…”，选“在${browser}打开”，再从那里安装`
  }
  if (!secure) return '此网址不是 HTTPS，不能安装，没有信号时打不开；请向管理员要 HTTPS 网址'
  if (asks) return '安装后从桌面打开，没有信号也能看工单'
  if (ios) return '在 Safari 点底部“分享”，选“添加到主屏幕”。不安装时，七天不用，iOS 会清除本机数据'
  return '在浏览器菜单选“安装应用”或“添加到主屏幕”'
}
