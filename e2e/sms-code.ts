import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** Where the journeys' server stores the messages that it would send, below its data folder. */
export const outboxIn = (dataFolder: string): string => join(dataFolder, 'journeys-outbox.jsonl')

/** The latest code sent to a phone, as its owner reads it. */
export async function codeSentTo(phone: string): Promise<string> {
  const codes = async () => {
    const text = await readFile(outboxIn(process.env.HELIODESK_DATA_DIR!), 'utf8').catch(() => '')
    const messages = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { phone: string; text: string })
    return messages
      .filter((message) => message.phone === phone)
      .map((message) => /\d{6}/.exec(message.text)![0])
  }
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0)
  return (await codes()).at(-1)!
}
