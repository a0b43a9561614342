import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { useNotices } from '../../lib/notices.ts'
import { readStored } from '../../lib/storage.ts'
import { ForgotPanel } from './ForgotPanel.tsx'
import { faults, isolateSignIn, press, settle, slide, type } from './form.fixture.ts'
import { refused, right, serve } from './server.fixture.ts'

const MOBILE = '13912345678'
const verified = right({ username: 'chenjianguo', smscode: 'proof' })

/** Goes to the second step. */
async function proveThePhone() {
  render(<ForgotPanel hash="#/user/alteration?redirect=%2FtaskCenter" />)
  type('手机号码', MOBILE)
  type('验证码', '123456')
  await press('下一步')
}

async function choose(password: string, repetition = password) {
  type('新密码', password)
  type('确认新密码', repetition)
  await press('完成')
}

const currentStep = () => document.querySelector('[aria-current=step]')!.textContent
const shownNotices = () => useNotices.getState().notices

beforeAll(() => import('../../lib/seal-box.ts'))
isolateSignIn()

test('the phone is checked before a code is asked for, and the code is one for a forgotten password', async () => {
  const calls = serve({ '/sys/sms': [right({ mobile: '139****5678', retryAfter: 120, demoCode: null })] })
  render(<ForgotPanel hash="#/user/alteration" />)
  await press('下一步')
  expect(faults()).toEqual(['手机号码不能为空', '验证码不能为空'])
  type('手机号码', '123')
  await press('获取验证码')
  expect(faults()).toEqual(['请输入正确的手机号'])
  expect(calls).toEqual([])
  type('手机号码', MOBILE)
  await press('获取验证码')
  await slide()
  await settle(1500)
  expect(calls[0]!.body).toMatchObject({ mobile: MOBILE, smsMode: 2, captchaType: 1 })
})

test('a wrong code stays at the first step with the notification 验证错误', async () => {
  serve({ '/sys/phoneVerification': [refused('验证码错误', 'code_wrong')] })
  await proveThePhone()
  expect(currentStep()).toBe('1验证手机')
  expect(shownNotices()).toMatchObject([{ kind: 'error', title: '验证错误', text: '验证码错误', seconds: 4 }])
})

test.each([
  ['', '', ['请输入新密码!', '请确认新密码!'], '新密码'],
  ['Abc@123', 'Abc@123', ['密码必须包含数字、字母及特殊符号，长度8-14位，不允许有空格！'], '新密码'],
  ['Abc@12345678901', 'x', [/^密码必须包含/, '两次输入的密码不一致!'], '新密码'],
  ['Abcd12345', 'Abcd12345', [/^密码必须包含/], '新密码'],
  ['Abc@ 12345', 'Abc@ 12345', [/^密码必须包含/], '新密码'],
  ['Abc@12345', '', ['请确认新密码!'], '确认新密码'],
  ['Abc@12345', 'Abc@12346', ['两次输入的密码不一致!'], '确认新密码'],
])('the new password %j, repeated %j, is refused', async (password, repetition, expected, focused) => {
  serve({ '/sys/phoneVerification': [verified] })
  await proveThePhone()
  await choose(password, repetition)
  expect(faults()).toEqual(
    expected.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
  )
  expect(document.activeElement).toBe(screen.getByLabelText(focused))
})

test('phone, code, new password twice, done: both travel sealed with what stands for the code', async () => {
  const calls = serve({ '/sys/phoneVerification': [verified], '/sys/user/passwordChange': [right(null)] })
  await proveThePhone()
  expect(calls[0]!.body).toEqual({ mobile: MOBILE, code: '123456' })
  expect(currentStep()).toBe('2设置新密码')
  expect(document.activeElement).toBe(screen.getByLabelText('新密码'))
  await choose('Abc@12345')
  const sealed = expect.stringMatching(/^enc1\.k1\.[\w-]+$/) as string
  expect(calls[1]!.body).toEqual({
    username: 'chenjianguo',
    mobile: MOBILE,
    code: 'proof',
    password: sealed,
    confirmpassword: sealed,
  })
  expect(screen.getByText('密码修改成功')).toBeTruthy()
  const back = screen.getByRole('link', { name: '返回登录' })
  expect(back.getAttribute('href')).toBe('#/user/login?redirect=%2FtaskCenter')
  expect(document.activeElement).toBe(back)
  expect(readStored('Login_Username')).toBe('chenjianguo')
})

test('the server’s refusal is a warning, and the step before can be taken again', async () => {
  serve({
    '/sys/phoneVerification': [verified],
    '/sys/user/passwordChange': [refused('验证码已失效，请重新获取', 'code_expired')],
  })
  await proveThePhone()
  await choose('Abc@12345')
  expect(shownNotices()).toMatchObject([
    { kind: 'warning', title: '系统提示', text: '验证码已失效，请重新获取' },
  ])
  await press('上一步')
  expect(currentStep()).toBe('1验证手机')
  const phone = screen.getByLabelText<HTMLInputElement>('手机号码')
  expect(document.activeElement).toBe(phone)
  expect(phone.value).toBe(MOBILE)
  expect(screen.getByLabelText<HTMLInputElement>('验证码').value).toBe('')
})

test('the rule is ticked off while the password is typed', async () => {
  serve({ '/sys/phoneVerification': [verified] })
  await proveThePhone()
  const met = () =>
    [...document.querySelectorAll('.forgot-loginPasswordRule .forgot-met')].map((each) => each.textContent)
  expect(met()).toEqual([])
  type('新密码', 'abc')
  expect(met()).toEqual(['字母，已满足'])
  type('新密码', 'abc1234@')
  expect(met()).toHaveLength(4)
  type('新密码', 'abc1234@ ')
  expect(met()).toEqual(['8–14 位，已满足', '字母，已满足', '数字，已满足'])
})
