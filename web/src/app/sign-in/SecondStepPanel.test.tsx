import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useNotices } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { SecondStepPanel } from './SecondStepPanel.tsx'
import type { SecondStep } from './second-step.ts'
import { faults, isolateSignIn, press, settle, type } from './form.fixture.ts'
import { refused, right, serve, signedInAs } from './server.fixture.ts'

const PATH = '/sys/secondFactor/signIn'
const RECOVERY_CODES = ['ABCD-EFGH-JKLM-NPQR', 'STUV-WXYZ-2345-6789']
const entered = right({ ...signedInAs, recoveryCodes: null })
const codeWrong = refused('动态口令或恢复码不正确', 'wrong_second_factor')

function open(app: SecondStep['app'] = null) {
  const onBack = vi.fn()
  render(<SecondStepPanel ticket="ticket-1" app={app} onBack={onBack} />)
  return onBack
}

const token = () => useSession.getState().token
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function fillIn(label: string, code: string) {
  type(label, code)
  await settle()
}

isolateSignIn()

test('six digits are sent as soon as they stand there, once, and sign in', async () => {
  const calls = serve({ [PATH]: [entered] })
  open()
  expect(document.activeElement).toBe(field('动态口令'))
  await fillIn('动态口令', '12345')
  expect(calls).toEqual([])
  await fillIn('动态口令', '123456')
  expect(calls).toMatchObject([{ path: PATH, body: { ticket: 'ticket-1', code: '123456' } }])
  expect(token()).toBe('T')
})

test('a field takes as many characters as its code has with separators', async () => {
  open()
  expect(field('动态口令').maxLength).toBe(7)
  await press('手机不在身边？使用恢复码')
  expect(field('恢复码').maxLength).toBe(24)
})

test('what is no code is not sent, and the field says what it wants', async () => {
  const calls = serve({})
  open()
  await fillIn('动态口令', '12a')
  await press('登录')
  expect(faults()).toEqual(['请输入 6 位动态口令'])
  expect(document.activeElement).toBe(field('动态口令'))
  await press('手机不在身边？使用恢复码')
  await fillIn('恢复码', '123456')
  await press('登录')
  expect(faults()).toEqual(['请输入 16 位恢复码'])
  expect(calls).toEqual([])
})

test('a wrong code is said at the field, until another one is typed and signs in', async () => {
  serve({ [PATH]: [codeWrong, entered] })
  const onBack = open()
  await fillIn('动态口令', '111111')
  expect(faults()).toEqual(['动态口令或恢复码不正确'])
  expect(field('动态口令').selectionEnd).toBe(6)
  expect([token(), onBack.mock.calls]).toEqual([null, []])
  expect(useNotices.getState().notices).toEqual([])
  await fillIn('动态口令', '2')
  expect(screen.queryByText('动态口令或恢复码不正确')).toBeNull()
  await fillIn('动态口令', '222222')
  expect(token()).toBe('T')
})

test('a ticket whose time is over leads back to the first step, with a notice', async () => {
  serve({ [PATH]: [refused('登录已超时，请重新登录', 'second_step_expired')] })
  const onBack = open()
  await fillIn('动态口令', '123456')
  expect(onBack).toHaveBeenCalledOnce()
  expect(useNotices.getState().notices).toMatchObject([
    { kind: 'warning', title: '系统提示', text: '登录已超时，请重新登录' },
  ])
  expect(token()).toBeNull()
})

test('without the phone a recovery code signs in, dashes and small letters as they were kept', async () => {
  const calls = serve({ [PATH]: [entered] })
  open()
  await fillIn('动态口令', '123')
  await press('手机不在身边？使用恢复码')
  expect(document.activeElement).toBe(field('恢复码'))
  expect(field('恢复码').value).toBe('')
  await fillIn('恢复码', 'abcd-efgh-jklm-npqr')
  expect(calls).toEqual([])
  fireEvent.submit(field('恢复码').form!)
  await settle()
  expect(calls[0]!.body).toMatchObject({ ticket: 'ticket-1', code: 'abcd-efgh-jklm-npqr' })
  expect(token()).toBe('T')
})

test('who has to bind an app gets its QR code and secret, and no way around', async () => {
  vi.useRealTimers()
  open({ secret: 'ABCDEFGHIJKL2345', uri: 'otpauth://totp/Heliodesk:chenjianguo?secret=ABCDEFGHIJKL2345' })
  expect(screen.getByRole('heading', { name: '开启两步验证' })).toBeTruthy()
  const picture = screen.getByRole('img', { name: /身份验证器的二维码/ })
  await waitFor(() => expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/), {
    timeout: 10_000,
  })
  expect(screen.getByText('ABCD EFGH IJKL 2345')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '手机不在身边？使用恢复码' })).toBeNull()
})

test('after the app was bound the recovery codes are shown, and the session opens once they are kept', async () => {
  serve({ [PATH]: [right({ ...signedInAs, recoveryCodes: RECOVERY_CODES })] })
  open({ secret: 'ABCDEFGHIJKL2345', uri: 'otpauth://totp/Heliodesk:chenjianguo' })
  await fillIn('动态口令', '123456')
  expect(screen.getByRole('heading', { name: '保存恢复码' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual(RECOVERY_CODES)
  expect(token()).toBeNull()
  await press('已保存，进入工作台')
  expect(token()).toBe('T')
})

test('who will not go on goes back to the first step', async () => {
  const onBack = open()
  await press('返回登录')
  expect(onBack).toHaveBeenCalledOnce()
})
