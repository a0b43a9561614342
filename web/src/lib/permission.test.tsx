import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Button } from '../kit/Button.tsx'
import { adoptGrants, grantsOf, Has, has, holds, showsButton, useGrants } from './permission.tsx'

const button = (action: string, type = '1') => ({ action, type, describe: '' })
const system = (action: string, status: string) => ({ ...button(action), status })

const grants = (buttons: string[], notInForce: string[] = []) => ({ pages: [], buttons, notInForce })

afterEach(() => useGrants.setState(grants([])))

describe('what the permission call granted', () => {
  test('entries of type 1 are buttons, those of type 2 are ignored, and one action may list several codes', () => {
    const { buttons } = grantsOf({
      menu: [],
      auth: [button('order:list'), button('order:assign, order:claim'), button('order:audit', '2')],
      allAuth: [],
    })
    expect(buttons).toEqual(['order:list', 'order:assign', 'order:claim'])
  })

  test('a code of status 0 in the system list is open to everybody', () => {
    const { notInForce } = grantsOf({
      menu: [],
      auth: [],
      allAuth: [system('order:list', '1'), system('order:export', '0')],
    })
    expect(notInForce).toEqual(['order:export'])
  })

  test('the browser’s session keeps the permitted paths and both button lists, local storage the lists', () => {
    const auth = [button('order:list')]
    const allAuth = [system('order:list', '1')]
    adoptGrants({ menu: [], auth, allAuth })
    const kept = (name: string, storage = sessionStorage) =>
      (JSON.parse(storage.getItem(`heliodesk__${name}`)!) as { value: unknown }).value
    expect(kept('PERMITTED_PATHS')).toEqual([])
    expect(kept('LOGIN_USER_BUTTON_AUTH')).toEqual(auth)
    expect(kept('SYS_BUTTON_AUTH')).toEqual(allAuth)
    expect(kept('LOGIN_USER_BUTTON_AUTH', localStorage)).toEqual(auth)
    expect(kept('SYS_BUTTON_AUTH', localStorage)).toEqual(allAuth)
    expect(useGrants.getState().buttons).toEqual(['order:list'])
  })
})

describe('rules', () => {
  test.each([
    ['order:list', true],
    ['order:create', false],
    ['order:create,order:list', true],
    ['order:create, order:list', true],
    ['order:create,order:claim', false],
  ])('an action check of %j passes: %j', (action, passes) => {
    expect(holds(grants(['order:list']), action)).toBe(passes)
  })

  test.each([
    ['in the user’s list', ['a'], [], true],
    ['in no list', [], [], false],
    ['only in the system’s list with status 0', [], ['a'], true],
  ])('the has-directive for an action %s: %j', (_where, buttons, notInForce, stays) => {
    expect(has(grants(buttons, notInForce), 'a')).toBe(stays)
  })

  test.each([
    ['no entry', [], 'a', false, false],
    ['exactly one entry', ['a', 'b'], 'a', false, true],
    ['more than one entry', ['a', 'a'], 'a', false, false],
    ['no entry, but marked always-allowed', [], 'a', true, true],
    ['no code at all', [], undefined, false, true],
  ])('a button with %s is shown as it should be', (_case, buttons, code, always, shown) => {
    expect(showsButton(grants(buttons), code, always)).toBe(shown)
  })
})

describe('on the screen', () => {
  test('an element goes and comes with the right to it', () => {
    const page = (
      <>
        <Has action="order:create">新建</Has>
        <Button code="order:export">导出</Button>
        <Button code="order:export" always>
          刷新
        </Button>
      </>
    )
    const { rerender } = render(page)
    expect(screen.queryByText('新建')).toBeNull()
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
    expect(screen.getByRole('button', { name: '刷新' })).toBeDefined()
    useGrants.setState(grants(['order:create', 'order:export']))
    rerender(page)
    expect(screen.getByText('新建')).toBeDefined()
    expect(screen.getByRole('button', { name: '导出' })).toBeDefined()
  })
})
