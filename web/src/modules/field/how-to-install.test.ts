import { expect, test } from 'vitest'
import { hostOf, isIos } from '../../lib/installation.ts'
import { howToInstall } from './how-to-install.ts'

const facts = { installed: false, asks: false, secure: true, host: null, ios: false }
const agents = {
  wecom: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 wxwork/4.1.30 MicroMessenger/7.0.1',
  dingTalk: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AliApp(DingTalk/7.6.0)',
  weChat: 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.49',
  safari: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
}

test('inside WeCom, DingTalk and WeChat it says at once that this does not work there', () => {
  expect(howToInstall({ ...facts, host: hostOf(agents.wecom) })).toContain('企业微信内不能安装')
  expect(howToInstall({ ...facts, host: hostOf(agents.dingTalk), ios: true })).toContain('在Safari打开')
  expect(howToInstall({ ...facts, host: hostOf(agents.weChat) })).toContain('微信内不能安装')
  expect(hostOf(agents.safari)).toBeNull()
})

test('iOS has no question of its own, so the way through its menu is told', () => {
  expect(isIos(agents.safari)).toBe(true)
  expect(howToInstall({ ...facts, ios: true })).toContain('添加到主屏幕')
  expect(howToInstall({ ...facts, secure: false })).toContain('不是 HTTPS')
  expect(howToInstall({ ...facts, installed: true })).toContain('已安装')
})
