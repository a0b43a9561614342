import type { Env } from '../../env.ts'
import { secretsOf } from '../../kernel/secrets.ts'
import { DeliveryFailed } from './address.ts'

/** Whose webhook it is, and where the key of its secrets is. */
export type Opening = { env: Env; tenant: number }

type Column = 'url' | 'secret' | 'old_secret'

const placeOf = ({ tenant }: Opening, id: string, column: Column) => ({
  tenant,
  table: 'webhook',
  column,
  row: id,
})

export const sealedOf = (opening: Opening, id: string, column: Column, text: string): string =>
  secretsOf(opening.env).seal(placeOf(opening, id, column), text)

/** Null if it is lost. */
export const openedOf = (opening: Opening, id: string, column: Column, stored: string): string | null =>
  secretsOf(opening.env).open(placeOf(opening, id, column), stored)

/** Trying again changes nothing: it has to be entered anew. */
export class SecretLost extends DeliveryFailed {
  constructor() {
    super('服务器的加密密钥已更换，地址或密钥无法读取，请在推送中重新填写地址、更换密钥')
  }
}
