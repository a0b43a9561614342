import { fieldDeviceCalls } from '@heliodesk/contract/field-device.ts'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { defineModule } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'

export const fieldDevice = defineModule(fieldDeviceCalls, {
  async key({ db, now, who }, { device }) {
    // Of two calls at once, both get the key of the first: the second waits for its row, and leaves it as it is.
    const { rows } = await sql<{ key: Buffer }>`
      insert into field_device (user_id, device_id, key, created_at)
      values (${who.userId}, ${device}, ${randomBytes(32)}, ${now})
      on conflict (tenant_id, user_id, device_id) do update set device_id = excluded.device_id
      returning key`.execute(db)
    return { key: one(rows).key.toString('base64') }
  },
})
